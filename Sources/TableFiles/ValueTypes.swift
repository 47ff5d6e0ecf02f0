/// The types that a value can have.
package struct ValueTypes: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let integer = ValueTypes(rawValue: 1)
    package static let real = ValueTypes(rawValue: 2)
    /// A number with a comma before its decimals.
    static let commaReal = ValueTypes(rawValue: 4)
    package static let boolean = ValueTypes(rawValue: 8)
    static let date = ValueTypes(rawValue: 16)
    /// A date with a time.
    static let time = ValueTypes(rawValue: 32)
    /// A number whose comma cannot separate thousands, because it is not followed by three digits.
    static let clearComma = ValueTypes(rawValue: 64)
    /// Bytes that are no text.
    package static let bytes = ValueTypes(rawValue: 128)
    /// A number with more digits than `INTEGER` and `REAL` can hold.
    package static let long = ValueTypes(rawValue: 256)

    static let whole: ValueTypes = [.integer, .real, .commaReal]

    /// Finds the types of a value. A number with zeros before it is none, because it is a code. A text is only a date or `Infinity`.
    package static func types(of field: RowField, _ bytes: [UInt8]) -> ValueTypes {
        var (start, end) = (field.start, field.end)
        if field.kind == .bytes { return .bytes }
        guard start < end else { return [] }
        if end - start >= 10, isDigit(bytes[start]) {
            let types = date(bytes, start, end)
            if !types.isEmpty { return types }
        }
        if field.kind == .text { return isInfinity(bytes, start, end) ? .real : [] }
        while start < end, bytes[start] == 0x20 { start += 1 }
        while start < end, bytes[end - 1] == 0x20 { end -= 1 }
        guard start < end else { return [] }
        switch bytes[start] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            let types = number(bytes, start, end, allowsPlainExponent: field.kind == .number)
            return types.isEmpty && isInfinity(bytes, start, end) ? .real : types
        case UInt8(ascii: "i"), UInt8(ascii: "I"): return isInfinity(bytes, start, end) ? .real : []
        case UInt8(ascii: "\\"):
            return field.kind == .value && decodedBytes(bytes[field.start..<field.end]) != nil ? .bytes : []
        case UInt8(ascii: "t"), UInt8(ascii: "T"): return matches("true", bytes, start, end) ? .boolean : []
        case UInt8(ascii: "f"), UInt8(ascii: "F"): return matches("false", bytes, start, end) ? .boolean : []
        default: return []
        }
    }

    private static func matches(_ word: StaticString, _ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
        end - start == word.utf8CodeUnitCount
            && (0..<word.utf8CodeUnitCount).allSatisfy { bytes[start + $0] | 0x20 == word.utf8Start[$0] }
    }

    /// Returns whether a value is `inf` or `Infinity`, perhaps with a sign, as this program writes it.
    private static func isInfinity(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
        let word = bytes[(bytes[start] == UInt8(ascii: "-") ? start + 1 : start)..<end]
        return word.elementsEqual("inf".utf8) || word.elementsEqual("Infinity".utf8)
    }

    /// Returns the bytes that a value such as `\x00ff` stands for; nil for another value.
    package static func decodedBytes(_ text: some RandomAccessCollection<UInt8>) -> [UInt8]? {
        func digit(_ byte: UInt8) -> UInt8? {
            isDigit(byte) ? byte - 0x30 : (0x61...0x66).contains(byte) ? byte - 0x57 : nil
        }
        guard text.starts(with: #"\x"#.utf8), text.count.isMultiple(of: 2) else { return nil }
        var (bytes, high) = ([UInt8](), UInt8?.none)
        for byte in text.dropFirst(2) {
            guard let digit = digit(byte) else { return nil }
            if let first = high { bytes.append(first << 4 | digit) }
            high = high == nil ? digit : nil
        }
        return bytes
    }

    private static func number(
        _ bytes: [UInt8], _ start: Int, _ end: Int, allowsPlainExponent: Bool
    ) -> ValueTypes {
        var index = start
        func digits() -> Int {
            let first = index
            while index < end, isDigit(bytes[index]) { index += 1 }
            return index - first
        }
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let first = index
        let whole = digits()
        guard whole < 2 || bytes[first] != UInt8(ascii: "0") else { return [] }
        if index == end {
            guard whole > 0 else { return [] }
            guard whole > 15 else { return Self.whole }
            let isInteger = whole < 19 || Int64(String(decoding: bytes[start..<end], as: UTF8.self)) != nil
            return isInteger ? ExactNumber.isExact(bytes[start..<end]) ? Self.whole : .integer : .long
        }
        let sign = bytes[index]
        if sign == UInt8(ascii: ",") {
            index += 1
            let decimals = digits()
            guard whole > 0, decimals > 0, index == end else { return [] }
            guard end - start <= 15 || ExactNumber.isExact(bytes[start..<end]) else { return .long }
            return decimals == 3 && whole < 4 ? .commaReal : [.commaReal, .clearComma]
        }
        if sign == UInt8(ascii: ".") {
            index += 1
            guard digits() + whole > 0 else { return [] }
            if index == end { return end - start <= 15 || ExactNumber.isExact(bytes[start..<end]) ? .real : .long }
        }
        guard bytes[index] | 0x20 == UInt8(ascii: "e"), index + 1 < end else { return [] }
        index += 1
        // A number such as 1E5 may be a code. Programs write its exponent with a sign.
        let isSigned = bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
        guard isSigned || sign == UInt8(ascii: ".") || allowsPlainExponent else { return [] }
        if isSigned { index += 1 }
        guard digits() > 0, index == end else { return [] }
        return ExactNumber.isExact(bytes[start..<end]) ? .real : .long
    }

    /// Finds a date such as `2024-02-29`, and one with a time such as `2024-02-29T12:30:00.5+01:00`.
    private static func date(_ bytes: [UInt8], _ start: Int, _ end: Int) -> ValueTypes {
        var index = start
        func take(_ byte: Unicode.Scalar) -> Bool {
            guard index < end, bytes[index] == UInt8(ascii: byte) else { return false }
            index += 1
            return true
        }
        func take(_ count: Int, _ range: ClosedRange<Int>) -> Bool {
            guard index + count <= end else { return false }
            var number = 0
            for byte in bytes[index..<index + count] {
                guard isDigit(byte) else { return false }
                number = number * 10 + Int(byte) - 0x30
            }
            index += count
            return range.contains(number)
        }
        guard take(4, 0...9999), take("-"), take(2, 1...12), take("-"), take(2, 1...31) else { return [] }
        if index == end { return .date }
        guard take("T") || take(" "), take(2, 0...24), take(":"), take(2, 0...59) else { return [] }
        if take(":") {
            guard take(2, 0...60) else { return [] }
            if take(".") || take(",") { while take(1, 0...9) {} }
        }
        if take("+") || take("-") {
            guard take(2, 0...23) else { return [] }
            _ = take(":")
            if index < end, !take(2, 0...59) { return [] }
        } else {
            _ = take("Z")
        }
        return index == end ? [.date, .time] : []
    }
}
