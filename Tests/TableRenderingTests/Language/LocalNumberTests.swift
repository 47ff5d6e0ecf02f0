import Bytes
import CascadingTable
import Testing

@testable import TableRendering

struct LocalNumberTests {
    private func integer(_ value: some FixedWidthInteger, _ language: Language, _ format: TableViewColumn.NumberFormat)
        -> String
    {
        var writer = ByteWriter()
        writer.integer(value, in: language.words, format)
        return writer.text
    }

    private func decimal(_ value: Double, _ language: Language, _ format: TableViewColumn.NumberFormat) -> String? {
        var writer = ByteWriter()
        return writer.decimal(value, in: language.words, format) ? writer.text : nil
    }

    @Test(
        arguments: [
            (0, "0", "0", "0"), (999, "999", "999", "999"), (2026, "2026", "2.026", "2026"),
            (9999, "9999", "9.999", "9999"), (10_000, "10.000", "10.000", "10000"), (-2026, "-2026", "-2.026", "-2026"),
            (1_000_050, "1.000.050", "1.000.050", "1000050"),
            (.max, "9.223.372.036.854.775.807", "9.223.372.036.854.775.807", "9223372036854775807"),
            (.min, "-9.223.372.036.854.775.808", "-9.223.372.036.854.775.808", "-9223372036854775808"),
        ] as [(Int64, String, String, String)])
    func integersAreGroupedAsTheirColumnSays(value: Int64, automatic: String, grouped: String, plain: String) {
        #expect(integer(value, .german, .automatic) == automatic)
        #expect(integer(value, .german, .grouped) == grouped)
        #expect(integer(value, .german, .plain) == plain)
        #expect(integer(value, .english, .grouped) == grouped.replacing(".", with: ","))
    }

    @Test(
        arguments: [
            (1234.5, "1,234.5", "1.234,5", "1234,5"), (0.001, "0.001", "0,001", "0,001"),
            (2026, "2026", "2026", "2026"),
            (-0.0, "-0", "-0", "-0"), (-999_999.25, "-999,999.25", "-999.999,25", "-999999,25"),
            (1.5e300, "1.5e+300", "1,5e+300", "1,5e+300"), (1e-7, "1e-07", "1e-07", "1e-07"),
            (-0x1p63, "-9.22337203685478e+18", "-9,22337203685478e+18", "-9,22337203685478e+18"),
            (0.30000000000000004, "0.3", "0,3", "0,3"), (77884.55999999994, "77,884.56", "77.884,56", "77884,56"),
            (4_818_431.87, "4,818,431.87", "4.818.431,87", "4818431,87"), (1.000000000000004, "1", "1", "1"),
            (13.6000003814697265625, "13.6", "13,6", "13,6"), (77884.5625, "77,884.5625", "77.884,5625", "77884,5625"),
            (1.4285714285714286, "1.42857142857143", "1,42857142857143", "1,42857142857143"),
            (9.00000000000001, "9.00000000000001", "9,00000000000001", "9,00000000000001"),
        ] as [(Double, String, String, String)])
    func decimalsAreGroupedUnlessTheirColumnSaysNot(value: Double, english: String, german: String, plain: String) {
        #expect(decimal(value, .english, .automatic) == english)
        #expect(decimal(value, .german, .automatic) == german)
        #expect(decimal(value, .german, .plain) == plain)
    }

    @Test(
        arguments: [
            ("12.50", "12.50", "12,50"), ("-1234567.10", "-1,234,567.10", "-1.234.567,10"), ("0", "0", "0"),
            ("12345678901234567890.000000000001", "12,345,678,901,234,567,890.000000000001", nil),
        ] as [(String, String, String?)])
    func aNumberKeepsAllItsDigits(digits: String, english: String, german: String?) {
        for (language, expected) in [(Language.english, english), (.german, german)] {
            var writer = ByteWriter()
            writer.number(digits, in: language.words, NumberStyle(.automatic, of: .number(digits)))
            if let expected { #expect(writer.text == expected) }
        }
    }

    @Test func whatIsNoNumberIsNotWritten() {
        for value in [Double.nan, .infinity, -.infinity] { #expect(decimal(value, .german, .automatic) == nil) }
    }

    @Test func aMinusStaysBeforeItsNumberInHebrew() {
        #expect(integer(-12_345, .hebrew, .automatic) == "\u{200E}-12,345")
        #expect(decimal(-0.5, .hebrew, .automatic) == "\u{200E}-0.5")
    }

    @Test(
        arguments: [
            ("1,234.5", .english, "1234.5"), ("24.874.500", .german, "24874500"), ("52,5", .german, "52.5"),
            ("−1.1", .english, "-1.1"), ("-1.234,5", .german, "-1234.5"), ("\u{200E}-12,345", .hebrew, "-12345"),
            ("1,5e+300", .german, "1.5e+300"), ("12345", .english, "12345"), (" 7 ", .english, "7"),
            ("0,000", .english, "0000"),
            ("52,5", .english, nil), ("1.1", .german, nil), ("1,23", .english, nil), ("1234,567", .english, nil),
            (",123", .english, nil), ("1,,234", .english, nil), ("1.", .english, nil), (".5", .english, nil),
            ("", .english, nil),
            ("-", .english, nil), ("abc", .german, nil), ("1.2.3", .english, nil), ("1.5x", .english, nil),
            ("٣", .english, nil),
        ] as [(String, Language, String?)])
    func textsThatPagesWriteAreRead(text: String, language: Language, expected: String?) {
        #expect(language.words.plainNumber(text) == expected)
    }

    @Test(arguments: Language.all)
    func writtenNumbersReadBack(language: Language) throws {
        for value in [0, 1234.5, -0.001, 1e6, -999_999.25, 1.5e300, 123_456_789.125] {
            let text = try #require(decimal(value, language, .automatic))
            #expect(language.words.plainNumber(text).flatMap(Double.init) == value, "\(text)")
        }
    }

    /// Compares the text with digits that are grouped from the end, and reads the number back.
    @Test(arguments: Language.all)
    func anyNumberReadsBackAsItself(language: Language) {
        let group = String(Character(language.words.numberSigns.group))
        let point = String(Character(language.words.numberSigns.decimal))
        func plain(_ text: String) -> String {
            text.replacing("\u{200E}", with: "").replacing(group, with: "").replacing(point, with: ".")
        }
        for _ in 0..<2000 {
            let value = Int64.random(in: .min ... .max) >> Int64.random(in: 0..<63)
            var digits = String(value.magnitude)[...]
            var groups: [Substring] = []
            while !digits.isEmpty {
                groups.insert(digits.suffix(3), at: 0)
                digits = digits.dropLast(3)
            }
            let sign = value < 0 ? (language == .hebrew ? "\u{200E}-" : "-") : ""
            #expect(integer(value, language, .grouped) == sign + groups.joined(separator: group))
            #expect(plain(integer(value, language, .plain)) == "\(value)")

            let double = Double(bitPattern: .random(in: 0 ... .max))
            // A number that is one of 32 bits, too, has fewer digits.
            for decimal in [double, .random(in: 1e12...1e17), (Double.random(in: -1e9...1e9) * 1000).rounded() / 1000]
            where decimal.isFinite {
                for format in [TableViewColumn.NumberFormat.automatic, .plain] {
                    // 15 digits count.
                    let read = self.decimal(decimal, language, format).flatMap { Double(plain($0)) }
                    #expect(read.map { ($0 - decimal).magnitude <= decimal.magnitude * 5e-15 + decimal.ulp } == true)
                }
            }
        }
    }
}
