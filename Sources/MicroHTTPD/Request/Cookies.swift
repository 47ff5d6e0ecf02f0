/// The cookies of a request, found by name.
public struct Cookies: Sendable {
    let lines: [String]

    /// The value of the first cookie of that name, without the quotes it may stand in.
    ///
    /// Nothing is kept between two calls, and a cookie that is malformed hides no other.
    public subscript(name: String) -> String? {
        for line in lines {
            for pair in line.utf8.split(separator: UInt8(ascii: ";")) {
                guard let mark = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
                guard trim(pair[..<mark]).elementsEqual(name.utf8) else { continue }
                var value = trim(pair[pair.index(after: mark)...])
                if value.count > 1, value.first == quote, value.last == quote { value = value.dropFirst().dropLast() }
                return String(value)
            }
        }
        return nil
    }

    private var quote: UInt8 { UInt8(ascii: "\"") }

    private func trim(_ text: Substring.UTF8View) -> Substring.UTF8View {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text = text.dropLast() }
        return text
    }
}
