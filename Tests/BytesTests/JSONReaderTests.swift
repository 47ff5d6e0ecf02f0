import Bytes
import Foundation
import Testing

@Suite struct JSONReaderTests {
    @Test(arguments: [
        ("{}", "{}"), (" [ ] ", "[]"),
        ("{\"a\" : [1, -0.5e+3,\n\"x y\"], \"b\":\tnull}", "{\"a\":[1,-0.5e+3,\"x y\"],\"b\":null}"),
        ("\"\\u00e4\\n\\\"\"", "\"\\u00e4\\n\\\"\""), ("true", "true"), ("0", "0"), ("\"ä\u{2028}\"", "\"ä\u{2028}\""),
        (
            String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
            String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        ),
    ])
    func validTextsLoseTheirWhiteSpace(text: String, expected: String) {
        #expect(JSONReader.minified(text).map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test(arguments: [
        "", " ", "{", "}", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "01", "1.", ".5", "-", "1e",
        "+1", "tru",
        "nullx", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\n\"", "'a'", "1 1", "[]]", "NaN", "\u{FEFF}1",
        String(repeating: "[", count: 101) + String(repeating: "]", count: 101),
    ])
    func invalidTextsAreRefused(text: String) {
        #expect(JSONReader.minified(text) == nil)
    }

    @Test(arguments: [
        ("{}", "{}"), (" [ ] ", "[]"), ("[[],{}]", "[\n  [],\n  {}\n]"),
        (
            "{\"a\":{\"b\":[1,2.50,\"x:,{\"]},\"c\":null}",
            "{\n  \"a\": {\n    \"b\": [\n      1,\n      2.50,\n      \"x:,{\"\n    ]\n  },\n  \"c\": null\n}"
        ),
    ])
    func listsHaveALineForEachValue(text: String, expected: String) {
        #expect(JSONReader.indented(text) == expected)
        #expect(JSONReader.minified(expected) == JSONReader.minified(text))
    }

    @Test(arguments: ["", "1", "\"{}\"", "[link](address)", "[1] [2]", "{not json}", "[1,"])
    func otherTextsHaveNoLines(text: String) {
        #expect(JSONReader.indented(text) == nil)
    }

    @Test func numbersHaveNoWhiteSpace() {
        for text in ["0", "-12.50", "1e9", "123456789012345678901234567890"] { #expect(JSONReader.isNumber(text)) }
        for text in ["", " 1", "1 ", "01", "1.", "NaN", "true", "\"1\"", "-"] { #expect(!JSONReader.isNumber(text)) }
    }

    /// Reads a whole text as lines of names and values.
    private func lines(_ text: String) throws -> [String] {
        var reader = JSONReader(text)
        var lines: [String] = []
        func read(_ name: String, _ reader: inout JSONReader) throws {
            switch reader.kind() {
            case .object: try reader.object { try read("\(name).\($0)", &$1) }
            case .array: try reader.array { try read("\(name).\($0)", &$1) }
            case .scalar: lines.append("\(name)=\(try reader.scalar())")
            }
        }
        try read("", &reader)
        try reader.end()
        return lines
    }

    @Test func valuesAreReadAsTheyAreWritten() throws {
        let text = #"""
            {"a": "x\n\"\\\/\u00e4\ud83d\ude00", "b" :[1, -0.50e+3, true,null], "c":{"d":{}, "":"" } , "a":18446744073709551616}
            """#
        #expect(
            try lines(text) == [
                #".a=text("x\n\"\\/ä😀")"#, #".b.0=number("1")"#, #".b.1=number("-0.50e+3")"#, ".b.2=boolean(true)",
                ".b.3=null", #".c.=text("")"#, #".a=number("18446744073709551616")"#,
            ])
    }

    @Test(arguments: [#""\ud83d""#, #""\ud83dx12345""#, #""\ud83d\u0041""#, #""\udc00""#, #"{"\ud83d":1}"#])
    func halfAPairOfSurrogatesIsRefused(text: String) {
        #expect(throws: JSONError.self) { try lines(text) }
    }

    @Test func invalidBytesAreRefused() {
        for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] {
            var reader = JSONReader(bytes)
            #expect(throws: JSONError.self) { try reader.scalar() }
        }
    }

    /// Texts that are cut or changed anywhere are read as Foundation reads them, or refused.
    @Test func changedTextsDoNotTrap() {
        let text = Array(#"{"a":"x\n\u00e4\ud83d\ude00y","b":[1,-0.5e+3,true,null,{"c":[]}]}"#.utf8)
        for index in text.indices {
            for byte: UInt8 in [0x00, 0x22, 0x2C, 0x30, 0x5B, 0x5C, 0x5D, 0x65, 0x75, 0x7B, 0x7D, 0x80, 0xFF] {
                var changed = text
                changed[index] = byte
                for bytes in [changed, Array(changed[..<index])] {
                    var reader = JSONReader(bytes)
                    let isRead = (try? reader.skip()) != nil && (try? reader.end()) != nil
                    let isValid =
                        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
                    // Skipped texts may have invalid UTF-8 and half pairs.
                    if isValid { #expect(isRead, "\(String(decoding: bytes, as: UTF8.self))") }
                }
            }
        }
    }
}
