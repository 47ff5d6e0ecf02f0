import Bytes
import Testing

@Suite struct JSONTextTests {
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
        #expect(JSONText.minified(text).map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test(arguments: [
        "", " ", "{", "}", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "01", "1.", ".5", "-", "1e",
        "+1", "tru",
        "nullx", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\n\"", "'a'", "1 1", "[]]", "NaN", "\u{FEFF}1",
        String(repeating: "[", count: 101) + String(repeating: "]", count: 101),
    ])
    func invalidTextsAreRefused(text: String) {
        #expect(JSONText.minified(text) == nil)
    }

    @Test func numbersHaveNoWhiteSpace() {
        for text in ["0", "-12.50", "1e9", "123456789012345678901234567890"] { #expect(JSONText.isNumber(text)) }
        for text in ["", " 1", "1 ", "01", "1.", "NaN", "true", "\"1\"", "-"] { #expect(!JSONText.isNumber(text)) }
    }
}
