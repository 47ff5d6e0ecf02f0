import TableFormats
import TestSupport
import Testing

@testable import TableFiles
@testable import TableFormats

@Suite struct DelimitedParserTests {
    @Test(
        arguments: [
            ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
            ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
            ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]),
            ("a\n\n\r\nb\n", [["a"], ["b"]]),
            ("a,\"b,c\"\n", [["a", "b,c"]]),
            ("\"a\"\"b\",\"\"\"\"\n", [["a\"b", "\""]]),
            ("\"a\nb\",\"c\r\nd\"\n", [["a\nb", "c\r\nd"]]),
            (",\"\",x\n", [[nil, "", "x"]]),
            ("\"\"\n", [[""]]),
            ("a,\n", [["a", nil]]),
            ("a\"b,c\n", [["a\"b", "c"]]),
            // A mark opens a field only if its partner closes it.
            (" \"a, b\", b,  \"\" ,\"c\" \n", [["a, b", " b", "", "c"]]),
            ("\"a\"b,\"c\"\"d\"e\"\n", [["\"a\"b", "\"c\"\"d\"e\""]]),
            ("\"Green\" Door, \"x\" y\n\"a,b\"c\n", [["\"Green\" Door", " \"x\" y"], ["\"a", "b\"c"]]),
            ("{\"x\": 1},{\"y\": 2}\n", [["{\"x\": 1}", "{\"y\": 2}"]]),
            (
                "\"{\"\"type\"\": \"\"Point\"\", \"\"at\"\": [1.5, 2]}\",x\n",
                [["{\"type\": \"Point\", \"at\": [1.5, 2]}", "x"]]
            ),
            ("größe,ʤ\n1,2,3\n4\n", [["größe", "ʤ"], ["1", "2", "3"], ["4"]]),
            ("", []), ("\n", []), ("\"\n\"", [["\n"]]),
        ] as [(String, [[String?]])])
    func rowsAreRead(_ text: String, _ expected: [[String?]]) throws {
        for _ in 0..<20 { #expect(try rows(text) == expected) }
    }

    @Test func rowsKnowTheirLines() throws {
        let text = "a,b\n\"x\ny\",1\r\n\r\n\"x\r\ny\rz\",2\n3,4"
        var reader = RowReader(MemoryInput(bytes: Array(text.utf8)[...], maxBlock: 3), .delimited(UInt8(ascii: ",")))
        var lines: [Int] = []
        while try reader.nextRow() { lines.append(reader.line) }
        #expect(lines == [1, 2, 5, 8])
    }

    @Test func quotationMarksMustBeClosed() {
        let error = #expect(throws: TextFileError.self) { try rows("a,b\n1,2\n\"3,4\n5,6\n") }
        #expect(error?.message == "A quotation mark in the row of line 3 is not closed.")
    }

    @Test func endlessRowsAreRefused() {
        let error = #expect(throws: TextFileError.self) {
            try rows("a\n\"".utf8 + Array(repeating: 0x61, count: 20 << 20), maxBlock: .max)
        }
        #expect(error?.message.hasPrefix("The row of line 2 has more than 16 MB.") == true)
    }

    @Test(arguments: [
        ("a,b;c\nx,2;y\n", ","), ("a;b\n1,5;2\n3,5;4\n", ";"),
        // The commas of decimals and the semicolon stand in each row.
        ("Amount, EUR;Day\n1,50;2024-01-01\n12,05;2024-02-01", ";"), ("a,b;c\n1,2;3\n", ";"),
        ("a,\"b;c\"\n1,\"2;3\"\n", ","),
        ("a\tb, c\n1\t2\n", "\t"), ("a|b\n1|2\n", "|"),
        ("a\n1\n", "\0"), ("a;\"b,c,d\"\n1;2\n", ";"), ("name\nDoe, Ann\nRoe, Bob\n", "\0"), ("", "\0"),
    ])
    func separatorsAreFound(_ text: String, _ separator: Unicode.Scalar) {
        #expect(DelimitedParser.separator(of: Array(text.utf8)) == UInt8(ascii: separator))
    }

    /// What the writer of CSV writes is read again, in blocks of any size.
    @Test(arguments: 0..<200) func whatIsWrittenIsRead(_ seed: Int) throws {
        var random = SeededRandomNumberGenerator(seed: UInt64(seed))
        let signs = ["a", "1", ",", ";", "\"", "\n", "\r", "\r\n", "\t", " ", "é", "☃", "😀", "\u{FEFF}"]
        let columns = Int.random(in: 2...5, using: &random)
        let written: [[String?]] = (0..<Int.random(in: 1...20, using: &random)).map { _ in
            (0..<columns).map { _ in
                let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    signs.randomElement(using: &random) ?? ""
                }
                return text.isEmpty ? nil : text.joined()
            }
        }
        let lines = written.map { row in
            row.map { $0.map { DelimitedText.escaped($0, separator: DelimitedText.comma) } ?? "" }.joined(
                separator: ",")
                + "\r\n"
        }
        let read = try rows(lines.joined().utf8, maxBlock: Int.random(in: 1...40, using: &random))
        #expect(
            read.map { $0.map { $0.map { Array($0.utf8) } } } == written.map { $0.map { $0.map { Array($0.utf8) } } })
    }

    /// Text of a clipboard has quotation marks only around fields with line ends, tabs or quotation marks.
    @Test(
        arguments: [
            (
                "\"Heroes\"\t\"5 inch\n\"two\nlines\"\t\"a \"\"b\"\"\"\n",
                [["\"Heroes\"", "\"5 inch"], ["two\nlines", "a \"b\""]]
            ),
            ("Doe, Ann\n\"never closed\n", [["Doe, Ann"], ["\"never closed"]]),
            ("id,Name\n1,\"Doe, Ann\"\n", [["id", "Name"], ["1", "Doe, Ann"]]),
            ("7;x\n8;y\n", [["7;x"], ["8;y"]]), ("id|name\n8|y\n", [["id", "name"], ["8", "y"]]),
            ("sep=;\nx;y\n", [["x", "y"]]), ("title\nx\ty\n", [["title"], ["x", "y"]]),
            ("[{\"id\": 1},\n{\"id\": null, \"name\": \"a, b\"}]", [["id", "name"], ["1"], [nil, "a, b"]]),
        ] as [(String, [[String?]])])
    func copiedTextIsRead(_ text: String, _ expected: [[String?]]) throws {
        let read = try TextRows(Array(text.utf8), maxRows: 10, isClipboard: true) {
            ["id", "name"].contains($0.lowercased())
        }
        #expect(read.rows.map(\.values) == expected)
    }

    @Test(arguments: [(UInt8(ascii: ";") as UInt8?, [["7", "x"]]), (0 as UInt8?, [["7;x"]]), (nil, [["7;x"]])])
    func aReaderChoosesTheSeparator(_ separator: UInt8?, _ expected: [[String]]) throws {
        let read = try TextRows(Array("7;x\n".utf8), maxRows: 10, separator: separator, isClipboard: true)
        #expect(read.rows.map(\.values) == expected)
    }

    /// No input ends the process.
    @Test(arguments: 0..<300) func anyBytesAreRowsOrAnError(_ seed: Int) {
        var random = SeededRandomNumberGenerator(seed: UInt64(seed))
        let signs = Array("\"\",\n\r;{}[]:\\u12nulltrue".utf8) + [0, 0x80, 0xC3, 0xE2, 0xF0, 0xFF]
        let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in signs.randomElement(using: &random) ?? 0 }
        for syntax in [RowSyntax.delimited(UInt8(ascii: ",")), .objects, .array] {
            for encoding in [TextEncoding.utf8, .utf16BigEndian, .utf16LittleEndian, .windows1252] {
                _ = try? rows(bytes, syntax, encoding: encoding)
                _ = try? rows("{\"a\":".utf8 + bytes, syntax, encoding: encoding)
                _ = try? rows("[{\"a\":{\"base64\":\"".utf8 + bytes, syntax, encoding: encoding)
            }
        }
    }
}
