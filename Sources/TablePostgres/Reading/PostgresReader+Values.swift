import Bytes
import CascadingTable
import TableDatabase

extension PostgresReader {
    /// Appends a row of a result to a batch.
    func append(_ row: Int, of result: PostgresResult, to batch: inout RowBatch) {
        let key = keyText(row, of: result)
        if let key, relation.statement == nil {
            // Concatenation is quicker than an interpolation, and an integer has nothing to encode.
            let link = "row/" + (hasIntegerKey ? key : PathSegment.percentEncoded(key)) + "/"
            batch.beginRow(identifier: key, title: key, to: link, accessory: .disclosure)
        } else {
            batch.beginRow(identifier: key, isSelectable: false)
        }
        for index in encodings.indices {
            guard let value = result.bytes(row, index) else {
                batch.append(stored: .null)
                continue
            }
            let length = lengthColumns[index].flatMap { result.string(row, $0) }.flatMap { Int($0) }
            append(value, encodings[index], length: length, to: &batch)
        }
    }

    /// Appends a value to the row of a batch.
    ///
    /// - Parameter length: The length of the whole value in bytes; nil for a value that was read whole.
    private func append(
        _ value: UnsafeBufferPointer<UInt8>, _ encoding: PostgresEncoding, length: Int?, to batch: inout RowBatch
    ) {
        if length == nil, value.count <= limits.maxValueBytes, encoding == .text {
            batch.append(text: value)
        } else if length == nil, let stored = stored(value, encoding, in: &batch) {
            batch.append(stored: stored)
        } else {
            batch.append(field(value, encoding, length: length))
        }
    }

    /// Returns the values of a row of any result.
    func values(_ row: Int, of result: PostgresResult) -> [FieldValue] {
        var batch = RowBatch(fieldNames: [""])
        return (0..<result.columnCount).map { column in
            guard let value = result.bytes(row, column) else { return .null }
            batch.beginRow(identifier: nil)
            append(value, PostgresEncoding(ofType: result.columnType(column)), length: nil, to: &batch)
            return batch.value(at: batch.count - 1, 0)
        }
    }

    private var hasIntegerKey: Bool { keyColumns.count == 1 && isInteger(keyColumns[0]) }

    /// Returns the text of a row's key; nil if rows have none.
    func keyText(_ row: Int, of result: PostgresResult) -> String? {
        guard let first = keyColumns.first else { return nil }
        if hasIntegerKey { return result.string(row, first) }
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
        case .integer: return Self.integer(value).map { .integer($0) }
        case .float: return Double(String(decoding: value, as: UTF8.self)).map { .decimal($0) }
        case .boolean: return .boolean(value.first == UInt8(ascii: "t"))
        case .timestamp: return .text(batch.append(timestamp: value))
        case .numeric:
            // `NaN`, `Infinity` and `-Infinity` have no digits.
            guard let last = value.last, last < UInt8(ascii: "A") else { return nil }
            return .number(batch.append(utf8: value))
        case .bytes, .json, .text: return nil
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
        return switch encoding {
        case .json: .json(text)
        case .numeric: .decimal(Double(text) ?? .nan)
        default: .text(text)
        }
    }

    /// The length of the beginning of a long value, in characters or bytes.
    private static var excerptLength: Int { 4_096 }

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

extension RowBatch {
    /// Appends a time such as `2026-01-31 12:00:00.5+00` as ISO 8601 writes it. Times that it cannot write stay.
    fileprivate mutating func append(timestamp value: UnsafeBufferPointer<UInt8>) -> Text {
        // Other years have more than four digits, or end with `BC`. The server writes no other time zone.
        guard value.count >= 19, value[4] == UInt8(ascii: "-"), value[10] == UInt8(ascii: " "),
            value.last != UInt8(ascii: "C")
        else { return append(utf8: value) }
        let hasZone = value.count >= 22 && value[value.count - 3] == UInt8(ascii: "+")
        let end = hasZone ? value.count - 3 : value.count
        var text = append(utf8: UnsafeBufferPointer(rebasing: value[..<10]))
        text.count += append(utf8: "T").count
        text.count += append(utf8: UnsafeBufferPointer(rebasing: value[11..<end])).count
        if hasZone { text.count += append(utf8: "Z").count }
        return text
    }
}
