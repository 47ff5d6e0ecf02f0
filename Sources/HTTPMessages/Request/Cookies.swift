/// The cookies of a request, found by name.
public struct Cookies: Sendable {
    let headers: HeaderFields

    /// The value of the first cookie with a name, without its quotes; nil if there is none.
    ///
    /// Each call searches the headers again. A malformed cookie does not hide other cookies.
    public subscript(name: String) -> String? {
        var value: String?
        headers.forEach("cookie") { line in
            value = Self.find(name, in: line)
            return value == nil
        }
        return value
    }

    private static func find(_ name: String, in line: UnsafeRawBufferPointer) -> String? {
        for cookie in line.split(separator: UInt8(ascii: ";")) {
            guard let mark = cookie.firstIndex(of: UInt8(ascii: "=")),
                cookie[..<mark].trimmed.elementsEqual(name.utf8)
            else { continue }
            let value = cookie[(mark + 1)...].trimmed
            let quote = UInt8(ascii: "\"")
            let isQuoted = value.count > 1 && value.first == quote && value.last == quote
            return String(decoding: isQuoted ? value.dropFirst().dropLast() : value, as: UTF8.self)
        }
        return nil
    }
}

extension BidirectionalCollection<UInt8> where SubSequence == Self {
    /// The bytes without spaces and tabs at both ends.
    var trimmed: Self {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        let rest = drop(while: isBlank)
        return rest.lastIndex { !isBlank($0) }.map { rest[...$0] } ?? rest
    }
}
