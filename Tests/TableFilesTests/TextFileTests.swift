import Testing

@testable import TableFiles

@Suite struct TextFileTests {
    private func scan(_ bytes: some Sequence<UInt8>, name: String = "orders.csv") throws -> (TextFile, FileScan) {
        let temporary = try TemporaryFile(bytes, name: name)
        var file = try TextFile(path: temporary.path)
        let scan = try file.scan()
        return (file, scan)
    }

    @Test(arguments: [
        (["1", "-20", "9223372036854775807"], "INTEGER"), (["1", "9223372036854775808"], "TEXT"),
        (["0", "7"], "INTEGER"), (["07", "8"], "TEXT"), (["1", "2.5", "-.5", "1e-05", "1.5E3"], "REAL"),
        (["1E5"], "TEXT"), (["1.2.3"], "TEXT"), (["+49 30"], "TEXT"), (["1", "", "3"], "INTEGER"),
        (["1", "\"\""], "INTEGER"),
        (["\"1\"", "\"2\""], "INTEGER"), ([" 1", "2 "], "INTEGER"), (["\"1,5\"", "2"], "REAL"),
        (["\"1,234\"", "2"], "TEXT"),
        (["\"1,5\"", "2.5"], "TEXT"), (["true", "FALSE"], "BOOLEAN"), (["true", "1"], "TEXT"), (["yes"], "TEXT"),
        (["2024-02-29", "1999-12-31"], "DATE"), (["2024-02-29", "2024-02-29 12:30"], "DATETIME"),
        (["2024-02-29T12:30:01.5Z", "2024-02-29T12:30:01+01:00"], "DATETIME"), (["2024-13-01"], "TEXT"),
        (["2024-02-29", "2024"], "TEXT"), (["2024-02-29x"], "TEXT"), (["-"], "TEXT"), (["."], "TEXT"),
        (["-.", "1e"], "TEXT"),
        (["", ""], "TEXT"),
        // Every digit is kept: a number that REAL cannot hold is a text.
        (["246813579246813577", "1.5"], "TEXT"), (["246813579246813577", "1"], "INTEGER"),
        (["99999999999999999.99"], "TEXT"), (["9007199254740993.0"], "TEXT"), (["1e400", "1.0"], "TEXT"),
        (["1.5e-400"], "TEXT"),
        (["\"99999999999999999,99\"", "1"], "TEXT"),
        // What programs write for the nearest number, with 16, 17 or more digits.
        (["0.30000000000000004", "1.2345678901234567e+19"], "REAL"), (["0.10000000000000001"], "REAL"),
        (["0.1000000000000000055511151231257827", "0.50000000000000000000"], "REAL"),
        (["5e-324", "1.7976931348623157e+308"], "REAL"),
        (["inf", "-inf", "1"], "REAL"), (["Infinity", "-1.5"], "REAL"), (["info"], "TEXT"),
        (["\\x00ff", "\\x"], "BLOB"), (["\\x00ff", "x"], "TEXT"), (["\\xf"], "TEXT"), (["\"\\x00\""], "TEXT"),
    ])
    func typesAreThoseOfAllValues(_ values: [String], _ type: String) throws {
        let (_, scan) = try scan("v,w\n\(values.map { "\($0),x\n" }.joined())".utf8)
        #expect(scan.columns.map(\.type.sql) == [type, "TEXT"])
        #expect(scan.rowCount == values.count)
    }

    @Test(arguments: ["orders.xlsx", "orders.XLS", "orders.csv"])
    func aWorkbookSaysWhatItIs(name: String) throws {
        let bytes = Array("PK\u{3}\u{4}\u{14}\0[Content_Types].xml\0xl/workbook.xml".utf8)
        let error = try #require(throws: TextFileError.self) { _ = try scan(bytes, name: name) }
        #expect(error.message.hasSuffix("\(name) cannot be read. This is an Excel workbook: save it as CSV."))
        #expect(throws: TextFileError(.invalid, "This is an Excel workbook: save it as CSV.")) {
            _ = try TextRows(bytes, maxRows: 10)
        }
    }

    @Test func textsOfJSONAreNoNumbers() throws {
        let (_, scan) = try scan(#"{"a":"1","b":1,"c":"2024-02-29","d":true}"#.utf8, name: "a.ndjson")
        #expect(scan.columns.map(\.type.sql) == ["TEXT", "INTEGER", "DATE", "BOOLEAN"])
    }

    /// JSON has no codes such as 1E5.
    @Test(arguments: [
        (#"{"v":1e16}"#, "REAL"), (#"{"v":2E3}"#, "REAL"), (#"{"v":1e5000}"#, "TEXT"), (#"{"v":"1e16"}"#, "TEXT"),
        (#"{"v":"Infinity"}"#, "REAL"), (#"{"v":99999999999999999.99}"#, "TEXT"), (#"{"v":{"base64":""}}"#, "BLOB"),
    ])
    func numbersOfJSONHaveTypes(_ line: String, _ type: String) throws {
        let (_, scan) = try scan("\(line)\n{\"v\":null}".utf8, name: "a.ndjson")
        #expect(scan.columns.map(\.type.sql) == [type])
    }

    @Test(arguments: [
        ("data.json", "[\n{\"v\": 1}]", "JSON in UTF-8"), ("a.txt", "[{\"v\": 1}]", "JSON in UTF-8"),
        ("a.csv", "[v],[w]\n1,2\n", "CSV in UTF-8"), ("a.json", "{\"v\": 1}", "NDJSON in UTF-8"),
        ("a.csv", "sep=;\r\nv;w\r\n1;2,5\r\n", "CSV with ; in UTF-8"),
        ("a.csv", "sep=|\nv,x|w\n", "CSV with | in UTF-8"),
        ("a.csv", "sep=x\nv\n", "CSV with x in UTF-8"), ("a.csv", "name\n\"Doe, Ann\"\nRoe, Bob\n", "CSV in UTF-8"),
    ])
    func theSyntaxIsFound(_ name: String, _ text: String, _ description: String) throws {
        let (file, scan) = try scan(text.utf8, name: name)
        #expect(file.description == description && !scan.columns.isEmpty)
        #expect(scan.columns.allSatisfy { $0.name.first != "s" })
    }

    /// A file with one column has no other way to write NULL.
    @Test(arguments: [
        ("a\n1\n\n2", 3), ("a\n1\n", 1), ("a\n1", 1), ("a\r\n\r\n1\r\n\r\n", 3), ("a,b\n1,2\n\n3,4\n\n", 2),
    ])
    func emptyLinesOfOneColumnAreRows(_ text: String, _ count: Int) throws {
        #expect(try scan(text.utf8).1.rowCount == count)
    }

    /// SQLite has two columns of them.
    @Test func namesAreComparedByBytes() throws {
        let (_, scan) = try scan("caf\u{E9},cafe\u{301},\u{C9},\u{E9},A,a\n1,2,3,4,5,6\n".utf8)
        #expect(
            scan.columns.map { Array($0.name.utf8) }
                == ["caf\u{E9}", "cafe\u{301}", "\u{C9}", "\u{E9}", "A", "a_2"].map { Array($0.utf8) })
    }

    @Test func columnsHaveDifferentNames() throws {
        let (_, scan) = try scan("a,A,,a_2,a,\"\"\n1,2,3,4,5,6\n".utf8)
        #expect(scan.columns.map(\.name) == ["a", "A_2", "column_3", "a_2_2", "a_3", "column_6"])
    }

    /// Tables of SQLite have 2,000 columns at most. Without a limit, each of these files takes many minutes.
    @Test(arguments: ["csv", "ndjson"]) func tooManyColumnsAreRefused(ending: String) throws {
        func text(_ count: Int) -> String {
            let names = (0..<count).map { "k\($0)" }
            return ending == "csv" ? names.joined(separator: ",") + "\n" : names.map { "{\"\($0)\":1}\n" }.joined()
        }
        let (_, scan) = try scan(text(2_000).utf8, name: "a.\(ending)")
        #expect(scan.columns.count == 2_000 && Set(scan.columns.map(\.name)).count == 2_000)
        let error = #expect(throws: TextFileError.self) { try self.scan(text(30_000).utf8, name: "a.\(ending)") }
        #expect(error?.message == "There are more than 2,000 columns. A table of SQLite has 2,000 at most.")
    }

    @Test func raggedRowsAreNotedWithTheirLines() throws {
        let (_, scan) = try scan("a,b\n1,2\n3\n\"x\ny\",5,6\n".utf8)
        #expect(scan.raggedRows.count == 2 && scan.rowCount == 3)
        #expect(scan.raggedRows.first.map { [$0.line, $0.fields] } == [[3, 1], [4, 3]])
        #expect(scan.columns.map(\.nullCount) == [0, 1])
    }

    @Test func laterKeysAreColumns() throws {
        let (_, scan) = try scan("{\"a\":1}\n{\"b\":2}\n".utf8, name: "a.jsonl")
        #expect(scan.columns.map(\.name) == ["a", "b"] && scan.columns.map(\.nullCount) == [1, 1])
    }

    @Test func theFirstExceptionIsNoted() throws {
        let (_, scan) = try scan("zip\n10115\n01099\nx\n".utf8)
        #expect(scan.columns[0].exception?.line == 3 && scan.columns[0].exception?.value == "01099")
    }

    @Test func thousandColumnsAreRead() throws {
        let names = (0..<1000).map { "c\($0)" }.joined(separator: ";")
        let (file, scan) = try scan("\(names)\n\((0..<1000).map(String.init).joined(separator: ";"))\n".utf8)
        #expect(scan.columns.count == 1000 && file.syntax == .delimited(UInt8(ascii: ";")))
    }

    private static let text = "name,größe\n„Ä“,1\n"

    private static let encodings: [(TextEncoding, [UInt8])] = [
        (.utf8, Array(text.utf8)),
        (.utf8, [0xEF, 0xBB, 0xBF] + Array(text.utf8)),
        (.utf16LittleEndian, [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
        (.utf16BigEndian, [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
        (.windows1252, Array("name,gr".utf8) + [0xF6, 0xDF, 0x65, 0x0A, 0x84, 0xC4, 0x93, 0x2C, 0x31, 0x0A]),
    ]

    @Test(arguments: encodings)
    func encodingsAreFound(_ encoding: TextEncoding, _ bytes: [UInt8]) throws {
        let temporary = try TemporaryFile(bytes)
        var file = try TextFile(path: temporary.path)
        #expect(try file.scan().columns.map(\.name) == ["name", "größe"])
        #expect(file.encoding == encoding)
        var reader = try file.rows()
        #expect(try reader.nextRow())
        #expect(String(decoding: reader.bytes[reader.fields[0].start..<reader.fields[0].end], as: UTF8.self) == "„Ä“")
    }

    @Test(arguments: [1, 2, 3, 5]) func charactersMayEndInTheNextBlock(_ maxBlock: Int) throws {
        let text = "a😀é,ÿ\n"
        #expect(try rows(text.utf8, maxBlock: maxBlock) == [["a😀é", "ÿ"]])
        let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(try rows(units, encoding: .utf16BigEndian, maxBlock: maxBlock) == [["a😀é", "ÿ"]])
    }

    @Test func damagedCharactersAreReplaced() throws {
        var decoder = TextDecoder(.utf8)
        _ = try decoder.decode(Array("é".utf8), isLast: false)
        #expect(try decoder.decode([0x61, 0xFF], isLast: true) == Array("a\u{FFFD}".utf8) && decoder.hasReplacements)
    }

    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0], "is not a text"), ([], "is empty"),
            ([0xEF, 0xBB, 0xBF], "is empty"), (Array("\n\n".utf8), "is empty"),
        ] as [([UInt8], String)])
    func otherFilesAreRefused(_ bytes: [UInt8], _ reason: String) throws {
        let temporary = try TemporaryFile(bytes)
        let error = #expect(throws: TextFileError.self) { try TextFile(path: temporary.path) }
        #expect(error?.code == .invalid && error?.message.contains(reason) == true)
    }

    @Test func aZeroByteIsRefusedWithItsLine() throws {
        let error = #expect(throws: TextFileError.self) { try rows("a\nb\n".utf8 + [0, 0x0A], maxBlock: 1) }
        #expect(error?.message == "There is a zero byte in line 3. The file is not a text.")
    }

    @Test func missingFilesAreRefused() {
        let error = #expect(throws: TextFileError.self) { try TextFile(path: "/nowhere/a.csv") }
        #expect(error?.message == "/nowhere/a.csv cannot be read: no such file or directory.")
    }
}
