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
            // Bytes, as this program writes them. The beginning of a value is not the value.
            (#"{"a": {"base64": "QUI="}, "b": {"base64":"QQ==","length":1}}"#, [["AB", "A"]]),
            (
                #"{"a": {"base64":"QQ==","length":9,"truncated":true}}"#,
                [[#"{"base64":"QQ==","length":9,"truncated":true}"#]]
            ),
            (
                #"{"a": {"base64":"Q"}, "b": {"base64":"QUI=","x":1}}"#,
                [[#"{"base64":"Q"}"#, #"{"base64":"QUI=","x":1}"#]]
            ),
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

    @Test(
        arguments: [
            (#"[{"a":1,"b":"x"},{"b":null,"a":2}]"#, [["1", "x"], ["2", nil]]),
            ("[\n  {\n\"a\":\n[1,\n2]},\n {\"a\": \"]}\"}\n]\n\n", [["[1,\n2]"], ["]}"]]), ("[]", []), (" [ ] ", []),
        ] as [(String, [[String?]])])
    func elementsAreRows(_ text: String, _ expected: [[String?]]) throws {
        for _ in 0..<20 { #expect(try rows(text, .array) == expected) }
    }

    @Test(arguments: [
        ("[{},\n1]", "Line 2 has an element that is not an object"), ("[{}\n{}]", "Line 2 has"),
        ("[{}] {}", "Line 1 has"),
        ("[{\"a\":tru}]", "Line 1 has"), ("[,{}]", "Line 1 has"), ("[{},]", "Line 1 has"),
        ("[{},\n{\"a\":1", "is not closed. Its last row begins in line 2"), ("[{}", "is not closed"),
        ("[", "is not closed"),
    ])
    func otherArraysAreRefused(_ text: String, _ message: String) {
        let error = #expect(throws: TextFileError.self) { try rows(text, .array) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
}
