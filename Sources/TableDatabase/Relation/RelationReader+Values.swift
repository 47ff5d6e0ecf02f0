import Bytes
package import CascadingTable

extension RelationReader {
    /// Appends a row of a result to a batch.
    func append(_ row: Int, of result: any SQLResult, to batch: inout RowBatch) {
        let key = keyText(row, of: result)
        if let key, !relation.isStatement {
            // Concatenation is quicker than an interpolation, and an integer has nothing to encode.
            let link = "row/" + (hasIntegerKey ? key : PathSegment.percentEncoded(key)) + "/"
            batch.beginRow(identifier: key, title: key, to: link, accessory: .disclosure)
        } else {
            batch.beginRow(identifier: key, isSelectable: false)
        }
        for index in relation.columns.indices {
            let length = lengthColumns[index].flatMap { result.integer(row, $0) }
            append(row, index, of: result, relation.columns[index].encoding, length: length, to: &batch)
        }
    }

    /// Appends a value to the row of a batch.
    ///
    /// - Parameter length: The length of the whole value in bytes; nil for a value that was read whole.
    private func append(
        _ row: Int, _ column: Int, of result: any SQLResult, _ encoding: ValueEncoding, length: Int?,
        to batch: inout RowBatch
    ) {
        guard let value = result.bytes(row, column) else { return batch.append(stored: .null) }
        if encoding == .bytes { return batch.append(field(result.blob(row, column) ?? [], length: length)) }
        let isWhole = length == nil && value.count <= limits.maxValueBytes
        if isWhole, encoding == .text || encoding == .date {
            batch.append(text: value)
        } else if length == nil, let stored = stored(value, encoding, in: &batch) {
            batch.append(stored: stored)
        } else {
            batch.append(field(value, encoding, isWhole ? nil : length ?? value.count))
        }
    }

    /// Returns the values of a row of any result.
    package func values(_ row: Int, of result: any SQLResult) -> [FieldValue] {
        var batch = RowBatch(fieldNames: [""])
        return (0..<result.columnCount).map { column in
            batch.beginRow(identifier: nil)
            append(row, column, of: result, result.encoding(ofColumn: column), length: nil, to: &batch)
            return batch.value(at: batch.count - 1, 0)
        }
    }

    private var hasIntegerKey: Bool { keyColumns.count == 1 && isInteger(keyColumns[0]) }

    /// Returns the text of a row's key; nil if rows have none.
    package func keyText(_ row: Int, of result: any SQLResult) -> String? {
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
        _ value: UnsafeBufferPointer<UInt8>, _ encoding: ValueEncoding, in batch: inout RowBatch
    ) -> RowBatch.Value? {
        switch encoding {
        case .integer: return Self.integer(value).map { .integer($0) }
        case .float: return Double(String(decoding: value, as: UTF8.self)).map { .decimal($0) }
        case .boolean: return .boolean(value.first == UInt8(ascii: "t") || value.first == UInt8(ascii: "1"))
        case .timestamp: return .text(batch.append(timestamp: value))
        case .numeric:
            // `NaN`, `Infinity` and `-Infinity` have no digits.
            guard let last = value.last, last < UInt8(ascii: "A") else { return nil }
            return .number(batch.append(utf8: value))
        case .bytes, .date, .json, .text: return nil
        }
    }

    /// Returns bytes as a field has them.
    ///
    /// - Parameter length: The length of the whole value; nil for a value that was read whole.
    private func field(_ bytes: [UInt8], length: Int?) -> FieldValue {
        guard length != nil || bytes.count > limits.maxValueBytes else { return .bytes(bytes) }
        return .excerpt(.init(.bytes(Array(bytes.prefix(Self.excerptLength))), byteCount: length ?? bytes.count))
    }

    /// Returns a text as a field has it.
    ///
    /// - Parameter length: The length of the whole value in bytes; nil for a value that is whole.
    private func field(
        _ value: UnsafeBufferPointer<UInt8>, _ encoding: ValueEncoding, _ length: Int?
    ) -> FieldValue {
        let text = String(decoding: value, as: UTF8.self)
        if let length { return .excerpt(.init(.text(String(text.prefix(Self.excerptLength))), byteCount: length)) }
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
