import HTTPTypes

/// The header fields of a request as they came, in one piece of memory.
///
/// Taking them costs one allocation however many there are; strings are made of those that are read.
struct HeaderBlock: Sendable {
    /// Name, NUL, value, NUL, and so on. Neither can hold a NUL.
    private(set) var bytes: [UInt8] = []
    /// The number of fields.
    private(set) var count = 0

    init() {}

    init(_ fields: HTTPFields) {
        for field in fields { append(name: field.name.rawName.utf8, value: field.value.utf8) }
    }

    mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) {
        if bytes.isEmpty { bytes.reserveCapacity(512) }
        bytes.append(contentsOf: name)
        bytes.append(0)
        bytes.append(contentsOf: value)
        bytes.append(0)
        count += 1
    }

    /// The fields, in order; one whose name is no token is left out.
    var fields: HTTPFields {
        var fields = HTTPFields()
        fields.reserveCapacity(count)
        forEach { name, value in
            guard let name = HTTPField.Name(String(decoding: name, as: UTF8.self)) else { return }
            fields.append(HTTPField(name: name, value: value))
        }
        return fields
    }

    /// Every value of the field with that name, in order; `lowercased` must be.
    func values(_ lowercased: String) -> [String] {
        var values: [String] = []
        forEach { name, value in
            guard Self.equal(name, lowercased.utf8) else { return }
            values.append(String(decoding: value, as: UTF8.self))
        }
        return values
    }

    /// The first value of the field with that name; `lowercased` must be.
    func first(_ lowercased: String) -> String? {
        values(lowercased).first
    }

    private func forEach(_ body: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Void) {
        var start = 0
        while start < bytes.count {
            guard
                let middle = bytes[start...].firstIndex(of: 0),
                let end = bytes[(middle + 1)...].firstIndex(of: 0)
            else { return }
            body(bytes[start..<middle], bytes[(middle + 1)..<end])
            start = end + 1
        }
    }

    /// Whether an ASCII name equals one already in lower case.
    static func equal(_ name: some Collection<UInt8>, _ lowercased: String.UTF8View) -> Bool {
        guard name.count == lowercased.count else { return false }
        return zip(name, lowercased).allSatisfy { byte, wanted in
            byte == wanted || (byte >= 0x41 && byte <= 0x5A && byte | 0x20 == wanted)
        }
    }
}
