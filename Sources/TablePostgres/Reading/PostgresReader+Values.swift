import Bytes
import CascadingTable
import TableDatabase

extension PostgresReader {
    /// Appends a row of a result to a batch.
    func append(_ row: Int, of result: PostgresResult, to batch: inout RowBatch) {
        if let key = keyText(row, of: result) {
            batch.beginRow(
                identifier: key, title: key, to: "row/\(PathSegment.percentEncoded(key))/", accessory: .disclosure)
        } else {
            batch.beginRow(identifier: nil, isSelectable: false)
        }
        for index in encodings.indices {
            guard let value = result.bytes(row, index) else {
                batch.append(stored: .null)
                continue
            }
            let length = lengthColumns[index].flatMap { result.string(row, $0) }.flatMap { Int($0) }
            if length == nil, let stored = stored(value, encodings[index], in: &batch) {
                batch.append(stored: stored)
            } else {
                batch.append(field(value, encodings[index], length: length))
            }
        }
    }

    /// Returns the text of a row's key; nil if rows have none.
    private func keyText(_ row: Int, of result: PostgresResult) -> String? {
        guard let first = keyColumns.first else { return nil }
        if keyColumns.count == 1, isInteger(first) { return result.string(row, first) }
        let components = keyColumns.map { column -> SQLValue in
            guard let bytes = result.bytes(row, column) else { return .null }
            return (isInteger(column) ? Self.integer(bytes).map { .integer($0) } : nil) ?? .text(Array(bytes))
        }
        return RowKey(components).text
    }

    /// Returns a value as a batch stores it; nil for a value that becomes a field first.
    private func stored(
        _ value: UnsafeBufferPointer<UInt8>, _ encoding: PostgresEncoding, in batch: inout RowBatch
    ) -> RowBatch.Value? {
        switch encoding {
        case .integer: Self.integer(value).map { .integer($0) }
        case .float: Double(String(decoding: value, as: UTF8.self)).map { .decimal($0) }
        case .boolean: .boolean(value.first == UInt8(ascii: "t"))
        case .text: value.count > limits.maxValueBytes ? nil : .text(batch.append(utf8: value))
        case .bytes, .numeric, .timestamp: nil
        }
    }

    /// Returns a value as a field has it.
    ///
    /// - Parameter length: The length of the whole value in bytes; nil for a value that was read whole.
    private func field(
        _ value: UnsafeBufferPointer<UInt8>, _ encoding: PostgresEncoding, length: Int?
    ) -> FieldValue {
        if encoding == .bytes {
            let bytes = PostgresType.bytes(of: value)
            guard length != nil || bytes.count > limits.maxValueBytes else { return .bytes(bytes) }
            return .excerpt(
                .init(.bytes(Array(bytes.prefix(Self.excerptLength))), byteCount: length ?? bytes.count))
        }
        let text = String(decoding: value, as: UTF8.self)
        guard length == nil, value.count <= limits.maxValueBytes else {
            return .excerpt(.init(.text(String(text.prefix(Self.excerptLength))), byteCount: length ?? value.count))
        }
        switch encoding {
        case .timestamp: return .text(Self.iso8601(text))
        case .numeric:
            return ["NaN", "Infinity", "-Infinity"].contains(text) ? .decimal(Double(text) ?? .nan) : .number(text)
        default: return .text(text)
        }
    }

    /// The length of the beginning of a long value, in characters or bytes.
    private static var excerptLength: Int { 4_096 }

    /// Returns a time such as `2026-01-31 12:00:00.5+00` as ISO 8601 writes it. Times that it cannot write stay.
    private static func iso8601(_ text: String) -> String {
        guard let match = text.wholeMatch(of: /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(\+00)?/) else {
            return text
        }
        return "\(match.output.1)T\(match.output.2)\(match.output.3 == nil ? "" : "Z")"
    }

    private static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = isNegative ? bytes.dropFirst() : bytes[...]
        guard !digits.isEmpty, digits.count < 20 else { return nil }
        // The number is built below zero, because the least one has no positive counterpart.
        var number: Int64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            let (product, isTooLong) = number.multipliedReportingOverflow(by: 10)
            let (difference, isTooBig) = product.subtractingReportingOverflow(Int64(digit - 0x30))
            guard !isTooLong, !isTooBig else { return nil }
            number = difference
        }
        return isNegative ? number : number == .min ? nil : -number
    }
}

extension PostgresResult {
    /// Returns the bytes that a `bytea` stands for; nil for NULL.
    func decodedBytes(_ row: Int, _ column: Int) -> [UInt8]? { bytes(row, column).map(PostgresType.bytes(of:)) }
}

extension PostgresType {
    /// Returns the bytes that the text of a `bytea` stands for, such as `\x00ff`.
    static func bytes(of text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let digits = text.dropFirst(2).compactMap { PathSegment.value($0 >= 0x61 ? $0 & 0xDF : $0) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
