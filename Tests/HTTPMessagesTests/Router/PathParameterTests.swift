import Foundation
import HTTPTypes
import Testing

@testable import HTTPMessages

struct PathParameterTests {
    @Test(arguments: [("0", 0), ("7", 7), ("12", 12), ("2147483647", 2_147_483_647)])
    func readsIndices(_ text: String, _ expected: Int) throws {
        #expect(try PathParameters(["row": text]).index("row") == expected)
    }

    @Test(arguments: [
        "", "+1", "-1", "-0", "٣", "1e9", "1.0", " 1", "1 ", "0x1", "01", "00", "1_000", "2147483648",
        "99999999999999999999", "a", "１",
    ])
    func refusesIndices(_ text: String) {
        #expect { try PathParameters(["row": text]).index("row") } throws: { ($0 as? HTTPError)?.status == .badRequest }
    }

    @Test func refusesWhatIsMissing() {
        #expect(throws: HTTPError.self) { try PathParameters().index("row") }
        #expect(PathParameters()["row"] == nil)
    }

    @Test func theLastOfThemHideThoseBefore() {
        let parameters = PathParameters(["row": "1", "id": "a", "row": "2"])
        #expect(parameters["row"] == "1")
        #expect(parameters.suffix(1)["row"] == "2" && parameters.suffix(1)["id"] == nil)
        #expect(parameters.suffix(2)["id"] == "a")
        for count in [3, 4, .max] { #expect(parameters.suffix(count) == parameters) }
        for count in [0, -1, .min] { #expect(parameters.suffix(count) == PathParameters()) }
    }

    struct Letter: PathParameter {
        init?(pathSegment: String) { if pathSegment.count != 1 { return nil } }
    }

    @Test func readsAnyType() throws {
        _ = try PathParameters(["x": "a"]).value("x", as: Letter.self)
        #expect(throws: HTTPError.self) { try PathParameters(["x": "ab"]).value("x", as: Letter.self) }
        #expect(try PathParameters(["x": "ab"]).value("x") == "ab")
    }

    @Test func readsNumbersTruthAndIdentifiers() throws {
        let id = UUID()
        let parameters = PathParameters([
            "low": "-9223372036854775808", "high": "18446744073709551615", "yes": "true", "no": "false",
            "upper": id.uuidString, "lower": id.uuidString.lowercased(),
        ])
        #expect(try parameters.value("low") == Int64.min)
        #expect(try parameters.value("high") == UInt.max)
        #expect(try parameters.value("yes") == true && parameters.value("no") == false)
        #expect(try parameters.value("upper") == id && parameters.value("lower") == id)
    }

    @Test(arguments: ["", "+1", "01", "-0", "1.0", " 1", "٣", "18446744073709551616", "TRUE", "1x", "E621E1F8-C36C"])
    func refusesOtherSpellings(text: String) {
        #expect(Int64(pathSegment: text) == nil && UInt(pathSegment: text) == nil)
        #expect(Bool(pathSegment: text) == nil && UUID(pathSegment: text) == nil)
    }
}
