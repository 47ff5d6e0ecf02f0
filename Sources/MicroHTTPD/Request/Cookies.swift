/// The cookies of a request, found by name.
public struct Cookies: Sendable {
    let headers: HeaderBlock

    /// The value of the first cookie of that name, without the quotes it may stand in.
    ///
    /// Nothing is kept between two calls, and a cookie that is malformed hides no other.
    public subscript(name: String) -> String? {
        var name = name
        return name.withUTF8 { name in
            var value: String?
            headers.forEach("cookie") { line in
                value = Self.find(name, in: line)
                return value == nil
            }
            return value
        }
    }

    private static func find(_ name: UnsafeBufferPointer<UInt8>, in line: UnsafeRawBufferPointer) -> String? {
        var rest = line[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
            let pair = rest[..<end]
            rest = end < rest.endIndex ? rest[(end + 1)...] : rest[end...]
            guard let mark = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            guard trimmed(pair[..<mark]).elementsEqual(name) else { continue }
            var value = trimmed(pair[(mark + 1)...])
            if value.count > 1, value.first == quote, value.last == quote { value = value.dropFirst().dropLast() }
            return String(decoding: value, as: UTF8.self)
        }
        return nil
    }

    private static let quote = UInt8(ascii: "\"")

    private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text = text.dropLast() }
        return text
    }
}
