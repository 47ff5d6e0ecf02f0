import HTTPTypes

/// The header fields of a request as they came, in one piece of memory.
///
/// Taking them costs one allocation however many there are; strings are made of those that are read.
struct HeaderFields: Sendable {
    /// Of each field the lengths of its name and its value, four bytes each, then both.
    private var bytes: [UInt8] = []
    /// A bit for each name there is, which others may share: most names that are asked for are not there.
    private var marks: UInt64 = 0
    /// The number of fields.
    private(set) var count = 0

    init() {}

    init(_ fields: HTTPFields) {
        for field in fields { append(name: field.name.rawName.utf8, value: field.value.utf8) }
    }

    mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) {
        if bytes.isEmpty { bytes.reserveCapacity(512) }
        withUnsafeBytes(of: (UInt32(name.count), UInt32(value.count))) { bytes.append(contentsOf: $0) }
        marks |= Self.mark(name.first, name.count)
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
        count += 1
    }

    /// The fields, in order; one whose name is no token is left out.
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

    /// Every value of the field with that name, in order; `lowercased` must be.
    func values(_ lowercased: String) -> [String] {
        var values: [String] = []
        forEach(lowercased) { value in
            values.append(String(decoding: value, as: UTF8.self))
            return true
        }
        return values
    }

    /// The first value of the field with that name; `lowercased` must be.
    func first(_ lowercased: String) -> String? {
        withFirst(lowercased) { String(decoding: $0, as: UTF8.self) }
    }

    /// What the body makes of the bytes of that value; nil without one.
    func withFirst<Result>(_ lowercased: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        var result: Result?
        forEach(lowercased) { value in
            result = body(value)
            return false
        }
        return result
    }

    /// Calls the body with each value of the field with that name, until it answers false.
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

    /// The bit of a name, in lower case or not.
    private static func mark(_ first: UInt8?, _ count: Int) -> UInt64 {
        1 << ((UInt64(first ?? 0) | 0x20 + UInt64(count) * 5) & 63)
    }

    /// Whether an ASCII name equals one already in lower case.
    static func equal(_ name: UnsafeRawBufferPointer, _ lowercased: StaticString) -> Bool {
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
