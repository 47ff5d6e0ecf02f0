/// A reader of CSV that accepts only the grammar of RFC 4180.
enum CSV {
    /// Returns the records, or nil if the text is invalid.
    static func parse(
        _ text: String, separator: UInt8 = 0x2C, lineEnd: [UInt8] = [0x0D, 0x0A]
    ) -> [[String]]? {
        var rest = Array(text.utf8)[...]
        var records: [[String]] = []
        while !rest.isEmpty {
            var record: [String] = []
            repeat {
                guard let field = field(&rest, separator) else { return nil }
                record.append(field)
            } while take([separator], from: &rest)
            guard take(lineEnd, from: &rest) else { return nil }
            records.append(record)
        }
        return records
    }

    private static func field(_ rest: inout ArraySlice<UInt8>, _ separator: UInt8) -> String? {
        guard take([0x22], from: &rest) else {
            let bytes = rest.prefix { $0 != separator && $0 != 0x0D && $0 != 0x0A && $0 != 0x22 }
            rest = rest[bytes.endIndex...]
            return String(decoding: bytes, as: UTF8.self)
        }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == 0x22 else {
                bytes.append(byte)
                continue
            }
            guard take([0x22], from: &rest) else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(0x22)
        }
        return nil
    }

    private static func take(_ bytes: [UInt8], from rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }
}
