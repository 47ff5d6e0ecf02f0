import CLibrary

/// Tells whether a floating-point number keeps the digits of a text.
enum ExactNumber {
    /// Returns whether the nearest `Double` of a number is written with the same digits, if as many are asked for.
    ///
    /// It always is if the number has at most 15 digits and no exponent.
    static func isExact(_ text: ArraySlice<UInt8>) -> Bool {
        let mantissa = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let digits = mantissa.filter(isDigit).drop { $0 == UInt8(ascii: "0") }
        let count = (digits.lastIndex { $0 != UInt8(ascii: "0") } ?? digits.startIndex - 1) - digits.startIndex + 1
        if count == 0 { return true }
        let point = text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
        guard text.count < 64, let number = Double(String(decoding: point, as: UTF8.self)), number.isFinite else {
            return false
        }
        var written = [CChar](repeating: 0, count: 96)
        let length = withVaList([CInt(count - 1), number]) { vsnprintf(&written, written.count, "%.*e", $0) }
        let back = written.prefix(Int(max(length, 0))).lazy.map(UInt8.init(bitPattern:))
        return back.prefix { $0 != UInt8(ascii: "e") }.filter(isDigit) == Array(digits.prefix(count))
    }
}
