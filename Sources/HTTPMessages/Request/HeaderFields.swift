import HTTPTypes

/// The header fields of a request in one block of memory.
///
/// Storing all fields needs one allocation. Strings are made only for fields that are read.
package struct HeaderFields: Sendable {
    /// The fields. Each has the lengths of its name and its value, four bytes each, followed by both.
    private var bytes: [UInt8] = []
    /// A bit for each name, as in a Bloom filter. It rejects most names that the request does not have.
    private var marks: UInt64 = 0
    /// The number of fields.
    package private(set) var count = 0

    /// The bytes of the fields in a request, where a field is `Name: value` with a line end.
    var size: Int { bytes.count - 4 * count }

    /// Creates a list without fields.
    package init() {}

    init(_ fields: HTTPFields) {
        for field in fields { append(field.name.rawName, field.value) }
    }

    mutating func append(_ name: String, _ value: String) {
        var (name, value) = (name, value)
        name.withUTF8 { name in
            value.withUTF8 { append(name: UnsafeRawBufferPointer(name), value: UnsafeRawBufferPointer($0)) }
        }
    }

    /// Appends a field.
    package mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        if bytes.isEmpty { bytes.reserveCapacity(512) }
        withUnsafeBytes(of: (UInt32(name.count), UInt32(value.count))) { bytes.append(contentsOf: $0) }
        marks |= Self.mark(name.first, name.count)
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
        count += 1
    }

    /// The fields, in order. Fields with an invalid name are left out.
    var fields: HTTPFields {
        var fields = HTTPFields()
        fields.reserveCapacity(count)
        forEach { name, value in
            if let name = HTTPField.Name(String(decoding: name, as: UTF8.self)) {
                fields.append(HTTPField(name: name, value: value))
            }
            return true
        }
        return fields
    }

    /// Returns all values of a field, in order. The name must be in lower case.
    func values(_ lowercased: String) -> [String] {
        var values: [String] = []
        forEach(lowercased) { value in
            values.append(String(decoding: value, as: UTF8.self))
            return true
        }
        return values
    }

    /// Returns the first value of a field. The name must be in lower case.
    func first(_ lowercased: String) -> String? {
        withFirst(lowercased) { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls the closure with the bytes of the first value, and returns its result; nil if there is no such field.
    func withFirst<Result>(_ lowercased: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        var result: Result?
        forEach(lowercased) { value in
            result = body(value)
            return false
        }
        return result
    }

    /// Calls the closure with each value of a field, until it returns false.
    func forEach(_ lowercased: String, _ body: (UnsafeRawBufferPointer) -> Bool) {
        var lowercased = lowercased
        lowercased.withUTF8 { wanted in
            guard marks & Self.mark(wanted.first, wanted.count) != 0 else { return }
            forEach { name, value in
                !Self.equal(name, UnsafeRawBufferPointer(wanted)) || body(value)
            }
        }
    }

    private func forEach(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool) {
        bytes.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let (name, value) = bytes.loadUnaligned(fromByteOffset: start, as: (UInt32, UInt32).self)
                let middle = start + 8 + Int(name)
                let end = middle + Int(value)
                guard body(.init(rebasing: bytes[start + 8..<middle]), .init(rebasing: bytes[middle..<end])) else {
                    return
                }
                start = end
            }
        }
    }

    /// Returns the bit of a name, case-insensitively.
    private static func mark(_ first: UInt8?, _ count: Int) -> UInt64 {
        1 << ((UInt64(first ?? 0) | 0x20 + UInt64(count) * 5) & 63)
    }

    /// Returns whether an ASCII name equals a name in lower case.
    package static func equal(_ name: UnsafeRawBufferPointer, _ lowercased: StaticString) -> Bool {
        equal(name, UnsafeRawBufferPointer(start: lowercased.utf8Start, count: lowercased.utf8CodeUnitCount))
    }

    private static func equal(_ name: UnsafeRawBufferPointer, _ lowercased: UnsafeRawBufferPointer) -> Bool {
        guard name.count == lowercased.count else { return false }
        for index in 0..<name.count {
            let (byte, wanted) = (name[index], lowercased[index])
            guard byte == wanted || (0x41...0x5A).contains(byte) && byte | 0x20 == wanted else { return false }
        }
        return true
    }
}
