import Glibc

/// The cookies of a request, found by name.
public struct Cookies: Sendable {
    let headers: HeaderFields

    /// The value of the first cookie with a name, without its quotes; nil if there is none.
    ///
    /// Each call searches the headers again. A malformed cookie does not hide other cookies.
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
        var start = 0
        while start < line.count {
            let end = place(of: UInt8(ascii: ";"), in: line, start..<line.count)
            let mark = place(of: UInt8(ascii: "="), in: line, start..<end)
            if mark < end, equal(trimmed(line, start..<mark), name) {
                var value = trimmed(line, mark + 1..<end)
                if value.count > 1, value.first == quote, value.last == quote {
                    value = UnsafeRawBufferPointer(rebasing: value.dropFirst().dropLast())
                }
                return String(decoding: value, as: UTF8.self)
            }
            start = end + 1
        }
        return nil
    }

    /// Returns the first index of a byte in a part of a line; the end of the part if it is missing.
    private static func place(of byte: UInt8, in line: UnsafeRawBufferPointer, _ part: Range<Int>) -> Int {
        guard !part.isEmpty, let start = line.baseAddress,
            let found = memchr(start + part.lowerBound, Int32(byte), part.count)
        else { return part.upperBound }
        return UnsafeRawPointer(found) - start
    }

    private static func equal(_ one: UnsafeRawBufferPointer, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        guard let start = one.baseAddress, let otherStart = other.baseAddress else { return one.isEmpty }
        return memcmp(start, otherStart, one.count) == 0
    }

    private static let quote = UInt8(ascii: "\"")

    /// Returns a part of a line without the blanks at its ends.
    private static func trimmed(_ line: UnsafeRawBufferPointer, _ part: Range<Int>) -> UnsafeRawBufferPointer {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var (start, end) = (part.lowerBound, part.upperBound)
        while start < end, isBlank(line[start]) { start += 1 }
        while start < end, isBlank(line[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: line[start..<end])
    }
}
