import Bytes
import CascadingTable

extension FixedWidthInteger {
    /// Returns whether every language writes the number alike. It does for up to four digits.
    @inline(__always)
    func isPlain(_ format: TableViewColumn.NumberFormat) -> Bool {
        self >= 0 && self < 10_000 && format == .automatic
    }
}

extension ByteWriter {
    /// Writes an integer in the format of a language.
    @inline(__always)
    mutating func integer(
        _ value: some FixedWidthInteger, in language: Language, _ format: TableViewColumn.NumberFormat
    ) {
        if value.isPlain(format) { return integer(value) }
        if value < 0 { minus(language) }
        integer(magnitude: UInt64(value.magnitude), in: language, format)
    }

    private mutating func integer(
        magnitude: UInt64, in language: Language, _ format: TableViewColumn.NumberFormat
    ) {
        let first: UInt64? =
            switch format {
            case .automatic: 10_000
            case .grouped: 1000
            case .plain: nil
            }
        guard let first, magnitude >= first else { return integer(magnitude) }
        groups(magnitude, by: language.numberSigns.group)
    }

    /// Writes a decimal in the format of a language. Writes nothing and returns false for NaN and infinities.
    mutating func decimal(_ value: Double, in language: Language, _ format: TableViewColumn.NumberFormat) -> Bool {
        guard value.isFinite else { return false }
        let format = format == .automatic ? .grouped : format
        if let integer = value.exactInteger {
            self.integer(integer, in: language, format)
            return true
        }
        if value.sign == .minus { minus(language) }
        let signs = language.numberSigns
        if let short = value.shortDecimal {
            integer(magnitude: short.whole, in: language, format)
            byte(signs.decimal)
            padded(short.fraction, width: short.places)
            return true
        }
        // The standard library writes the fewest digits that identify the number.
        write(digits: value.magnitude.description, signs, isGrouped: format == .grouped)
        return true
    }

    /// Writes a number in the format of a language, with all its digits.
    mutating func number(_ digits: String, in language: Language, _ format: TableViewColumn.NumberFormat) {
        let isNegative = digits.utf8.first == 0x2D
        if isNegative { minus(language) }
        write(
            digits: isNegative ? String(digits.dropFirst()) : digits, language.numberSigns, isGrouped: format != .plain)
    }

    private mutating func write(digits: String, _ signs: (group: UInt8, decimal: UInt8), isGrouped: Bool) {
        var digits = digits
        digits.withUTF8 { digits in
            let whole = digits.firstIndex { !(0x30...0x39).contains($0) } ?? digits.count
            for index in 0..<whole {
                if index > 0, isGrouped, (whole - index) % 3 == 0 { byte(signs.group) }
                byte(digits[index])
            }
            for index in whole..<digits.count {
                byte(digits[index] == UInt8(ascii: ".") ? signs.decimal : digits[index])
            }
        }
    }

    private mutating func groups(_ magnitude: UInt64, by sign: UInt8) {
        var power: UInt64 = 1
        while magnitude / power >= 1000 { power *= 1000 }
        integer(magnitude / power)
        while power > 1 {
            power /= 1000
            let group = magnitude / power % 1000
            byte(sign)
            byte(0x30 + UInt8(group / 100))
            byte(0x30 + UInt8(group / 10 % 10))
            byte(0x30 + UInt8(group % 10))
        }
    }

    /// Writes the sign of a negative number. In right-to-left text, a mark before it keeps it at the left of the digits
    /// (CLDR).
    private mutating func minus(_ language: Language) {
        if language.direction == .rightToLeft { raw("\u{200E}") }
        byte(0x2D)
    }
}
