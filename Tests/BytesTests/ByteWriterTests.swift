import Foundation
import Testing

@testable import Bytes

@Suite struct ByteWriterTests {
    private func written(_ write: (inout ByteWriter) -> Void) -> String {
        var writer = ByteWriter()
        write(&writer)
        return writer.text
    }

    @Test(arguments: [
        ("", ""), ("plain é 🎸", "plain é 🎸"), ("<&>\"'", "&lt;&amp;&gt;&quot;&#39;"), ("a<b", "a&lt;b"),
        ("\u{0}\u{1F}\u{7F}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("\t\n", "\t\n"), ("\r", "&#13;"),
        ("</script>", "&lt;/script&gt;"),
    ])
    func htmlIsEscaped(text: String, expected: String) {
        #expect(written { $0.html(text) } == expected)
    }

    @Test(arguments: [
        ("", "\"\""), ("é", "\"é\""), ("\"\\", "\"\\\"\\\\\""), ("\n\r\t", "\"\\n\\r\\t\""),
        ("\u{0}\u{1F}", "\"\\u0000\\u001f\""), ("</script>", "\"\\u003c/script>\""),
    ])
    func jsonIsEscaped(text: String, expected: String) {
        #expect(written { $0.jsonString(text) } == expected)
    }

    @Test(arguments: [
        ("a b", "a%20b"), ("é/?#&=%", "%C3%A9%2F%3F%23%26%3D%25"), ("A-z_0.9~", "A-z_0.9~"), ("\"<", "%22%3C"),
    ])
    func urlComponentsAreEncoded(text: String, expected: String) {
        #expect(written { $0.urlComponent(text) } == expected)
    }

    @Test(arguments: [0, 1, -1, 9, 10, 99, 100, Int64.max, Int64.min, 9_007_199_254_740_993])
    func integersAreWritten(value: Int64) {
        #expect(written { $0.integer(value) } == "\(value)")
    }

    @Test func integersOfAnyLengthAreWritten() {
        var value: UInt64 = 1
        for _ in 0..<20 {
            for value in [value - 1, value, value + 5, UInt64.random(in: 0...value)] {
                #expect(written { $0.integer(value) } == "\(value)")
            }
            value = value.multipliedReportingOverflow(by: 10).partialValue
        }
        #expect(written { $0.integer(UInt64.max) } == "\(UInt64.max)")
    }

    /// Short fragments are copied as blocks, so the test tries each length, and writes more bytes after the fragment.
    @Test(arguments: 0...140)
    func aPieceIsWrittenAsItWasPrepared(length: Int) {
        let text = String((0..<length).map { Character(UnicodeScalar(UInt8(0x41 + $0 % 26))) })
        var prepared = ByteWriter(capacity: 1)
        let before = prepared.fragment { $0.html(text) }
        let fragment = prepared.fragment { $0.html(text.lowercased()) }
        let none = prepared.fragment { _ in }
        var writer = ByteWriter(capacity: 1)

        writer.raw(fragment, of: prepared)
        writer.byte(0x2F)
        writer.raw(before, of: prepared)
        writer.raw(none, of: prepared)

        #expect(writer.text == text.lowercased() + "/" + text)
    }

    /// The margins fit, or are too small or too large.
    @Test(arguments: [0, 5, 700, 3000])
    func bytesMoveToTheFront(margin: Int) {
        for (first, front, last) in [(0, 0, 0), (1, 5, 0), (4000, 0, 1), (4000, 5, 900), (100, 700, 0), (9, 2999, 9)] {
            var writer = ByteWriter(capacity: 100, after: margin)
            writer.raw([UInt8](repeating: 0x62, count: first))
            writer.raw([UInt8](repeating: 0x61, count: front))
            writer.moveToFront(from: first)
            #expect(writer.count == front + first)
            writer.raw([UInt8](repeating: 0x63, count: last))
            let expected = [(0x61, front), (0x62, first), (0x63, last)].flatMap { [UInt8](repeating: $0, count: $1) }
            #expect(writer.bytes == expected, "\(first), \(front), \(last)")
        }
    }

    /// The writer looks at several bytes at once, so the test tries each character at each place of each length.
    @Test(arguments: 1...33)
    func everyCharacterIsEscapedWhereverItStands(length: Int) {
        for place in 0..<length {
            let before = String(repeating: "a", count: place)
            let after = String(repeating: "z", count: length - place - 1)
            for byte in UInt8(0)..<0x80 {
                let character = String(UnicodeScalar(byte))
                let text = before + character + after
                let html = before + written { $0.html(character) } + after
                let json = before + written { $0.jsonString(character) }.dropFirst().dropLast() + after
                let isUnreserved =
                    UnicodeScalar(byte).properties.isAlphabetic || ("0"..."9").contains(character)
                    || "-._~".contains(character)
                let hex = String(byte, radix: 16, uppercase: true)
                let url = before + (isUnreserved ? character : "%\(byte < 16 ? "0" : "")\(hex)") + after
                guard written({ $0.html(text) }) == html, written({ $0.jsonString(text) }) == "\"\(json)\"",
                    written({ $0.urlComponent(text) }) == url
                else {
                    Issue.record("\(byte) at \(place) of \(length)")
                    return
                }
            }
        }
    }

    @Test func decimalsReadBackAsThemselves() throws {
        var dice = SystemRandomNumberGenerator()
        let random = (0..<2000).map { _ in Double(bitPattern: dice.next()) }
        let special = [
            0, -0.0, 1, -1, 0.1, 1e15, 1e16, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1 / 3, 100, 12.5,
            -0x1p63, 0x1p63, -0x1p53, 0x1p53, -0x1p52,
        ]
        for value in random + special where value.isFinite {
            var writer = ByteWriter()
            let isWritten = writer.decimal(value)
            #expect(isWritten)
            let back = try #require(Double(writer.text))
            #expect(back.bitPattern == value.bitPattern)
            let point = written { _ = $0.floatingPoint(value) }
            #expect(Double(point)?.bitPattern == value.bitPattern)
        }
        for value in [Double.nan, .infinity, -.infinity] {
            var writer = ByteWriter()
            let isWritten = writer.decimal(value)
            #expect(!isWritten)
            #expect(writer.bytes.isEmpty)
        }
        #expect(written { _ = $0.decimal(12) } == "12")
        #expect(written { _ = $0.decimal(0.1) } == "0.1")
    }

    @Test func shortFractionsHaveTheFewestDigits() {
        for scale in [10.0, 100, 1000, 10_000, 100_000] {
            for limit in [100, 100_000, 1e9, 1e13, 1e16] {
                for _ in 0..<200 {
                    let digits = Double.random(in: -limit...limit).rounded()
                    for value in [digits / scale, (digits / scale).nextUp] where value.exactInteger == nil {
                        #expect(written { _ = $0.decimal(value) } == value.description)
                    }
                }
            }
        }
        #expect(written { _ = $0.decimal(-0.0) } == "-0.0")
        #expect(written { _ = $0.decimal(-1047.03) } == "-1047.03")
        #expect(written { _ = $0.decimal(0.0001) } == "0.0001")
    }

    @Test func anyTextComesBackFromJSON() throws {
        for _ in 0..<300 {
            let text = Self.randomText()
            let json = written { $0.jsonString(text) }
            #expect(
                try JSONDecoder().decode(String.self, from: Data(json.utf8)).unicodeScalars.elementsEqual(
                    text.unicodeScalars))
        }
    }

    @Test func anyTextComesBackFromHTML() {
        for _ in 0..<300 {
            let text = Self.randomText()
            var html = written { $0.html(text) }
            #expect(!html.contains { "<>\"'".contains($0) })
            for (entity, character) in [
                ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#13;", "\r"), ("&amp;", "&"),
            ] {
                html = html.replacingOccurrences(of: entity, with: character, options: .literal)
            }
            let expected = String(
                String.UnicodeScalarView(
                    text.unicodeScalars.map { scalar in
                        let isLost = scalar.value < 0x20 && ![9, 10, 13].contains(scalar.value) || scalar.value == 0x7F
                        return isLost ? "\u{FFFD}" : scalar
                    }))
            #expect(html.unicodeScalars.elementsEqual(expected.unicodeScalars))
        }
    }

    @Test(arguments: 0...140)
    func base64IsFoundations(count: Int) {
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255) }
        #expect(written { $0.base64(bytes) } == Data(bytes).base64EncodedString())
    }

    @Test func datesAreFoundations() throws {
        // Foundation uses the Julian calendar before October 1582; ISO 8601 does not.
        let style = Date.ISO8601FormatStyle()
        for _ in 0..<2000 {
            let date = Date(timeIntervalSince1970: Double(Int.random(in: -12_219_000_000...250_000_000_000)))
            let utc = try #require(UTCDate(date))
            #expect(written { $0.dateTime(utc) } == date.formatted(style))
        }
        let leap = try #require(UTCDate(Date(timeIntervalSince1970: 951_782_400)))
        #expect(written { $0.day(leap) } == "2000-02-29")
        let old = try #require(UTCDate(Date(timeIntervalSince1970: -62_135_596_801)))
        #expect(written { $0.dateTime(old) } == "0000-12-31T23:59:59Z")
        #expect(UTCDate(Date(timeIntervalSince1970: .infinity)) == nil)
        #expect(UTCDate(Date(timeIntervalSince1970: .nan)) == nil)
    }

    /// Returns text with all kinds of scalars. Those that need escaping are more frequent than by chance.
    private static func randomText() -> String {
        let special: [Unicode.Scalar] = [
            "<", ">", "&", "\"", "'", "\\", "\u{0}", "\n", "\r", "\u{7F}", "\u{2028}", "/",
        ]
        let scalars = (0..<Int.random(in: 0...40)).map { _ -> Unicode.Scalar in
            if Bool.random() { return special.randomElement() ?? "a" }
            return Unicode.Scalar(UInt32.random(in: 0..<0x11_0000)) ?? "\u{FFFD}"
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
