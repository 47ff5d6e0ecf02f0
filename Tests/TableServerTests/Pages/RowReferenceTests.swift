import CascadingTable
import TestSupport
import Testing

@testable import TableServer

@Suite struct RowReferenceTests {
    @Test(arguments: [
        ("0.0~", 0, 0, ""), ("1.22~a", 1, 22, "a"), ("0.1~~", 0, 1, "~"), ("007.1~0.1~x", 7, 1, "0.1~x"),
        ("9999999999.9999999999~é", 9_999_999_999, 9_999_999_999, "é"), ("0.0~\u{301}e", 0, 0, "\u{301}e"),
    ])
    func placesThatAreRead(text: String, section: Int, row: Int, identifier: String) throws {
        let token = try #require(RowReference(token: text))
        #expect(token.indexPath == IndexPath(row: row, section: section))
        #expect(Array(token.identifier.utf8) == Array(identifier.utf8))
    }

    @Test(arguments: [
        "", "~", "0.0.0~a", ".~", "0~a", "0.~a", ".0~a", "0.0", "0.0.0.0~a", "0.0.-1~a", "0.0.~a", "-1.0~a", "+1.0~a",
        "0.-1~a",
        "0. 1~a", "1e1.0~a",
        "0x1.0~a", "\u{661}.0~a", "0.0\u{301}~a", "10000000000000000000.0~a", "0.99999999999~a", "a.b~c",
    ])
    func textsThatAreNoToken(text: String) {
        #expect(RowReference(token: text) == nil)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func whatIsGivenOutIsReadBack(seed: UInt64) throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        for _ in 0..<200 {
            let indexPath = IndexPath(
                row: Int.random(in: 0..<2_000_000_000, using: &random), section: Int.random(in: 0..<9, using: &random))
            let given = RowReference(indexPath: indexPath, identifier: random.text(upTo: 6))
            let read = try #require(RowReference(token: given.token), "\(given)")
            #expect(read.indexPath == indexPath)
            #expect(Array(read.identifier.utf8) == Array(given.identifier.utf8))
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func noTextDoesHarm(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        for _ in 0..<500 {
            var text = Array("12.345~name".unicodeScalars)
            for scalar in random.text(upTo: 3).unicodeScalars {
                text.insert(scalar, at: Int.random(in: 0...text.count, using: &random))
            }
            var given = ""
            given.unicodeScalars.append(contentsOf: text)
            guard let token = RowReference(token: given) else { continue }
            // The token is written as it was read, except for leading zeros.
            #expect(RowReference(token: token.token) == token)
        }
    }
}
