import Testing

@testable import TableFiles

@Suite struct ObjectParserTests {
    @Test(
        arguments: [
            (#"{"a": 1, "b": "x"}"#, [["1", "x"]]),
            ("{\"a\":1}\n\n{\"b\":2,\"a\":3}\r\n{}\n", [["1"], ["3", "2"], [nil, nil]]),
            (#"{"a": null, "b": true, "c": false, "d": -1.5e-3}"#, [[nil, "true", "false", "-1.5e-3"]]),
            (#"{"a": {"x": [1, "}"]}, "b": ["\"]"]}"#, [[#"{"x": [1, "}"]}"#, #"["\"]"]"#]]),
            (#"{"a": "\"\\\/\n\u00e9\ud83d\ude00\ud800x", "b": ""}"#, [["\"\\/\né😀\u{FFFD}x", ""]]),
            (#"{"\u0061": 1, "a": 2}"#, [["2"]]),
        ] as [(String, [[String?]])])
    func objectsAreRows(_ text: String, _ expected: [[String?]]) throws {
        for _ in 0..<20 { #expect(try rows(text, .objects) == expected) }
    }

    @Test(arguments: [
        "[1]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":1} 2", "{\"a\":01x}", "{\"a\":\"x}", "{\"a\":\"\\q\"}",
        "{\"a\":[1}", "{\"a\":\"\\u12\"}", "{a:1}", "{\"a\":tru}", "{\"a\":\"\\",
    ])
    func otherLinesAreRefused(_ line: String) {
        let error = #expect(throws: TextFileError.self) { try rows("{}\n\(line)\n", .objects) }
        #expect(error?.message == "Line 2 is not an object in JSON. Each line must be one.")
    }
}
