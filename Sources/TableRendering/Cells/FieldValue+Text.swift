import Bytes
package import CascadingTable

extension FieldValue {
    /// The value as plain text: empty for null, ISO 8601 for a date, a size for bytes.
    package var text: String {
        switch self {
        case .text(let text), .number(let text), .json(let text): return text
        case .integer(let integer): return String(integer)
        case .decimal(let decimal):
            var writer = ByteWriter()
            return writer.decimal(decimal) ? writer.text : decimal.description
        case .date(let date, let precision):
            guard let date = UTCDate(date) else { return "" }
            var writer = ByteWriter()
            if precision == .second { writer.dateTime(date) } else { writer.day(date) }
            return writer.text
        case .boolean(let boolean): return boolean ? "true" : "false"
        case .url(let url, _): return url
        case .bytes(let bytes): return bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        case .excerpt(let excerpt):
            let size = "\(excerpt.byteCount) bytes"
            guard let text = excerpt.text else { return size }
            return excerpt.isTruncated ? "\(text)… (\(size))" : text
        case .progress(let part): return Progress(part).map { "\($0.percentage)%" } ?? ""
        case .sparkline(let values): return Sparkline(values)?.blocks ?? ""
        case .null: return ""
        }
    }

    /// The value as programs read it: numbers for progress and sparklines, and `\x00ff` for bytes, as PostgreSQL writes them.
    package var data: String {
        switch self {
        case .decimal(let decimal):
            var writer = ByteWriter()
            return writer.floatingPoint(decimal) ? writer.text : formText
        case .bytes(let bytes):
            var writer = ByteWriter(capacity: 2 + bytes.count * 2)
            writer.raw("\\x")
            for byte in bytes {
                for digit in [byte >> 4, byte & 15] { writer.byte(digit + (digit < 10 ? 0x30 : 0x57)) }
            }
            return writer.text
        case .progress(let part): return part.isNaN ? "" : FieldValue.decimal(part).text
        case .sparkline(let values): return values.map { FieldValue.decimal($0).text }.joined(separator: " ")
        default: return text
        }
    }

    /// A Boolean value that indicates whether the value is an integer, a decimal or progress.
    package var isNumber: Bool {
        switch self {
        case .integer, .decimal, .progress: true
        case .number: digits != nil
        default: false
        }
    }
}
