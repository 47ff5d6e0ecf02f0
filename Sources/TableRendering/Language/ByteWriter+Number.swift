import Bytes
import CascadingTable

/// How numbers are shown: those of a column alike, or a number alone.
struct NumberStyle: Sendable {
    /// The number of digits after the decimal point.
    let decimals: Int
    /// A Boolean value that indicates whether digits are in groups of three.
    let isGrouped: Bool
    /// The end of the integers from 0 that every language writes alike.
    let plainEnd: Int64

    init(_ format: TableViewColumn.NumberFormat, _ contents: ColumnContents) {
        var decimals = contents.decimals
        if case .decimals(let count) = format { decimals = min(max(count, 0), 15) }
        self.decimals = decimals
        isGrouped =
            format == .grouped || format != .plain && contents.thousands > (decimals > 0 ? 0 : 1)
        plainEnd = decimals > 0 ? 0 : isGrouped ? 1000 : .max
    }

    /// Creates the style of a number that stands alone.
    init(_ format: TableViewColumn.NumberFormat, of value: FieldValue) {
        var contents = ColumnContents()
        contents.add(value)
        self.init(format, contents)
    }
}

extension Double {
    /// Returns the digits of the absolute value, with the fewest decimal places that suffice; nil for numbers that are
    /// written with an exponent or have no digits.
    ///
    /// - Parameters:
    ///   - significant: The number of significant digits that count. What differs by less than the last of them is noise of
    ///     a computation, such as the end of 77884.55999999994. Two decimal places, such as cents, always count.
    ///   - limit: The limit of decimal places.
    func shownDigits(
        significant: Int = 15, atMost limit: Int = .max
    ) -> (digits: UInt64, places: Int, isExact: Bool)? {
        if let exactInteger { return (exactInteger.magnitude, 0, true) }
        guard (1e-4..<1e17).contains(magnitude) else { return nil }
        var last = 1.0
        while last * 10 <= magnitude { last *= 10 }
        while last > magnitude { last /= 10 }
        for _ in 1..<significant { last /= 10 }
        let noise = min(max(last / 2, magnitude * 1e-15), 0.005)
        var (scale, places) = (1.0, 0)
        func shown() -> Double { (magnitude * scale).rounded() / scale }
        // From 2^53 on, there are no fractions.
        while places < limit, magnitude * scale < 0x1p53, (shown() - magnitude).magnitude > noise {
            (scale, places) = (scale * 10, places + 1)
        }
        let digits = UInt64((magnitude * scale).rounded())
        // A number of 32 bits, such as 13.6, has the noise of its conversion: 13.6000003814697.
        if digits > 1_000_000_000_000, Double(Float(self)) == self,
            let short = Double(Float(self).description)?.shownDigits(significant: significant, atMost: limit)
        {
            return (short.digits, short.places, false)
        }
        return (digits, places, shown() == magnitude)
    }
}

extension ByteWriter {
    /// Writes an integer that stands alone, in the format of a language.
    mutating func integer(
        _ value: some FixedWidthInteger, in words: Words, _ format: TableViewColumn.NumberFormat
    ) {
        let style = NumberStyle(format, of: .integer(Int64(clamping: value)))
        if value >= 0, value < 1000, style.decimals == 0 { return integer(value) }
        integer(value, in: words, style)
    }

    /// Writes an integer in the format of a language.
    mutating func integer(_ value: some FixedWidthInteger, in words: Words, _ style: NumberStyle) {
        if value < 0 { minus(words) }
        digits(UInt64(value.magnitude), places: 0, words, style)
    }

    /// Writes a decimal that stands alone, in the format of a language. Writes nothing and returns false for NaN and
    /// infinities.
    mutating func decimal(_ value: Double, in words: Words, _ format: TableViewColumn.NumberFormat) -> Bool {
        decimal(value, in: words, NumberStyle(format, of: .decimal(value)))
    }

    /// Writes a decimal in the format of a language. Writes nothing and returns false for NaN and infinities.
    mutating func decimal(_ value: Double, in words: Words, _ style: NumberStyle) -> Bool {
        guard value.isFinite else { return false }
        if value.sign == .minus { minus(words) }
        if let shown = value == 0 ? (0, 0, true) : value.shownDigits(atMost: style.decimals) {
            digits(shown.digits, places: shown.places, words, style)
        } else {
            // The standard library writes the fewest digits that identify the number.
            let parts = value.magnitude.description.split(separator: "e")
            _ = decimal(Double(parts[0]) ?? 0, in: words, .plain)
            raw("e\(parts.last ?? "")".utf8)
        }
        return true
    }

    /// Writes a number in the format of a language, with all its digits.
    mutating func number(_ number: String, in words: Words, _ style: NumberStyle) {
        let signs = words.numberSigns
        var rest = Array(number.utf8)[...]
        if rest.first == 0x2D {
            minus(words)
            rest.removeFirst()
        }
        let whole = rest.prefix { (0x30...0x39).contains($0) }.count
        for (index, digit) in rest.enumerated() {
            if index > 0, index < whole, style.isGrouped, (whole - index) % 3 == 0 { sign(signs.group) }
            if digit == UInt8(ascii: ".") { sign(signs.decimal) } else { byte(digit) }
        }
        let places = number.decimals
        guard places < style.decimals, places > 0 || whole == rest.count else { return }
        if places == 0 { sign(signs.decimal) }
        for _ in places..<style.decimals { byte(0x30) }
    }

    /// Writes the digits of a number, of which some are decimal places. Zeros fill up the places of the style.
    private mutating func digits(_ digits: UInt64, places: Int, _ words: Words, _ style: NumberStyle) {
        var scale: UInt64 = 1
        for _ in 0..<places { scale *= 10 }
        if style.isGrouped { groups(digits / scale, by: words.numberSigns.group) } else { integer(digits / scale) }
        guard style.decimals > 0 else { return }
        sign(words.numberSigns.decimal)
        if places > 0 { padded(Int(digits % scale), width: places) }
        for _ in places..<style.decimals { byte(0x30) }
    }

    private mutating func groups(_ magnitude: UInt64, by separator: Unicode.Scalar) {
        guard magnitude >= 1000 else { return integer(magnitude) }
        groups(magnitude / 1000, by: separator)
        sign(separator)
        padded(Int(magnitude % 1000), width: 3)
    }

    /// Writes the sign of a negative number. In right-to-left text, a mark before it keeps it at the left of the digits
    /// (CLDR).
    private mutating func minus(_ words: Words) {
        if words.direction == .rightToLeft { raw("\u{200E}") }
        byte(0x2D)
    }

    private mutating func sign(_ sign: Unicode.Scalar) {
        for unit in sign.utf8 { byte(unit) }
    }
}

extension Words {
    /// Returns a number of an address as a person who reads pages in this language types it. Other texts are unchanged.
    ///
    /// ``plainNumber(_:)`` reads it back.
    func typedNumber(_ text: String) -> String {
        guard let read = plainNumber(text), read != text else { return text }
        let typed = text.replacing(".", with: String(Character(numberSigns.decimal)))
        return plainNumber(typed) == text ? typed : text
    }

    /// Returns a number as addresses write it, `-1234.5`, from a text as pages of the language write it, `−1,234.5`.
    ///
    /// - Returns: Nil if pages write no number so.
    package func plainNumber(_ text: String) -> String? {
        let marks: Set<Unicode.Scalar> = ["\u{200E}", "\u{200F}", "\u{2066}", "\u{2068}", "\u{2069}", " ", "\u{A0}"]
        var rest = String(String.UnicodeScalarView(text.unicodeScalars.filter { !marks.contains($0) }))[...]
        let isNegative = rest.first.map { "-−".contains($0) } == true
        if isNegative || rest.first == "+" { rest.removeFirst() }
        func isDigits(_ text: Substring) -> Bool {
            !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        let (group, decimal) = (Character(numberSigns.group), Character(numberSigns.decimal))
        let parts = rest.split(separator: decimal, maxSplits: 1, omittingEmptySubsequences: false)
        let groups = parts.first?.split(separator: group, omittingEmptySubsequences: false) ?? []
        guard groups.allSatisfy(isDigits), let first = groups.first,
            groups.count == 1 || (first.count <= 3 && groups.dropFirst().allSatisfy { $0.count == 3 })
        else { return nil }
        let number = (isNegative ? "-" : "") + groups.joined()
        guard parts.count == 2 else { return number }
        let mantissa = parts[1].prefix { $0.isASCII && $0.isWholeNumber }
        let exponent = parts[1].dropFirst(mantissa.count)
        let isExponent =
            exponent.isEmpty
            || (exponent.first.map { "eE".contains($0) } == true
                && isDigits(exponent.dropFirst().drop { "+-".contains($0) }))
        return isDigits(mantissa) && isExponent ? "\(number).\(parts[1])" : nil
    }
}
