/// The types that a value can have.
package struct ValueTypes: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    static let integer = ValueTypes(rawValue: 1)
    static let real = ValueTypes(rawValue: 2)
    /// A number with a comma before its decimals.
    static let commaReal = ValueTypes(rawValue: 4)
    static let boolean = ValueTypes(rawValue: 8)
    static let date = ValueTypes(rawValue: 16)
    /// A date with a time.
    static let time = ValueTypes(rawValue: 32)
    /// A number whose comma cannot separate thousands, because it is not followed by three digits.
    static let clearComma = ValueTypes(rawValue: 64)

    static let whole: ValueTypes = [.integer, .real, .commaReal]

    /// Finds the types of a value. A number with zeros before it is none, because it is a code. A text is only a date.
    static func types(of field: RowField, _ bytes: [UInt8]) -> ValueTypes {
        var (start, end) = (field.start, field.end)
        guard start < end else { return [] }
        if end - start >= 10, isDigit(bytes[start]) {
            let types = date(bytes, start, end)
            if !types.isEmpty { return types }
        }
        guard field.kind == .value else { return [] }
        while start < end, bytes[start] == 0x20 { start += 1 }
        while start < end, bytes[end - 1] == 0x20 { end -= 1 }
        guard start < end else { return [] }
        switch bytes[start] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            return number(bytes, start, end)
        case UInt8(ascii: "t"), UInt8(ascii: "T"): return matches("true", bytes, start, end) ? .boolean : []
        case UInt8(ascii: "f"), UInt8(ascii: "F"): return matches("false", bytes, start, end) ? .boolean : []
        default: return []
        }
    }

    private static func matches(_ word: StaticString, _ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
        end - start == word.utf8CodeUnitCount
            && (0..<word.utf8CodeUnitCount).allSatisfy { bytes[start + $0] | 0x20 == word.utf8Start[$0] }
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ end: Int) -> ValueTypes {
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
            return whole < 19 || Int64(String(decoding: bytes[start..<end], as: UTF8.self)) != nil ? Self.whole : []
        }
        let sign = bytes[index]
        if sign == UInt8(ascii: ",") {
            index += 1
            let decimals = digits()
            guard whole > 0, decimals > 0, index == end else { return [] }
            return decimals == 3 && whole < 4 ? .commaReal : [.commaReal, .clearComma]
        }
        if sign == UInt8(ascii: ".") {
            index += 1
            guard digits() + whole > 0 else { return [] }
            if index == end { return .real }
        }
        guard bytes[index] | 0x20 == UInt8(ascii: "e"), index + 1 < end else { return [] }
        index += 1
        // A number such as 1E5 may be a code. Programs write its exponent with a sign.
        let isSigned = bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
        guard isSigned || sign == UInt8(ascii: ".") else { return [] }
        if isSigned { index += 1 }
        return digits() > 0 && index == end ? .real : []
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
