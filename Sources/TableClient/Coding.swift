import Foundation

/// Bytes in JSON.
private struct Blob: Codable { var base64: String }

extension JSONDecoder {
    /// A decoder of rows: bytes and dates as the server writes them.
    static var ofRows: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dataDecodingStrategy = .custom { decoder in
            if let data = Data(base64Encoded: try Blob(from: decoder).base64) { return data }
            throw UnreadableAnswer("\(decoder.codingPath.last?.stringValue ?? "") has no bytes in base64.")
        }
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try String(from: decoder)
            if let date = Date(columnText: text) { return date }
            throw UnreadableAnswer("\(decoder.codingPath.last?.stringValue ?? ""): \"\(text)\" is no date.")
        }
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return decoder
    }
}

extension Fields {
    /// Encodes the values of a row. Dates have the form of those that were seen.
    init(of value: some Encodable, seen: Fields = Fields()) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dataEncodingStrategy = .custom { try Blob(base64: $0.base64EncodedString()).encode(to: $1) }
        encoder.dateEncodingStrategy = .custom { date, encoder in
            let json = encoder.codingPath.first.flatMap { seen[$0.stringValue] } ?? []
            let sample = String(decoding: json.dropFirst().dropLast(), as: UTF8.self)
            guard let text = date.columnText(like: sample) else { throw CocoaError(.coderInvalidValue) }
            try text.encode(to: encoder)
        }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        try self.init(json: encoder.encode(value))
    }
}

extension Date {
    private static let day = Date.ISO8601FormatStyle().year().month().day()

    /// Reads a day or a time. One without a zone is in UTC.
    init?(columnText text: String) {
        let pattern = #/(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?(?:Z|([+-]\d\d)(?::?(\d\d))?)?)?/#
        guard let parts = text.wholeMatch(of: pattern)?.output, let day = try? Self.day.parse(String(parts.1)) else {
            return nil
        }
        let numbers = [parts.2, parts.3, parts.4, parts.5, parts.6].map { $0.flatMap { Double($0) } ?? 0 }
        let zone = numbers[3] * 3600 + numbers[4] * (parts.5?.first == "-" ? -60 : 60)
        self = day + (numbers[0] * 3600 + numbers[1] * 60 + numbers[2] - zone)
    }

    /// Returns the date in UTC in the form of another one: a day, `2026-01-31 12:00:00` or `2026-01-31T12:00:00Z`, with up to
    /// six digits of a fraction. Without another one, midnight is a day. Returns nil for an infinite date.
    func columnText(like sample: String) -> String? {
        guard let micros = Int(exactly: (timeIntervalSinceReferenceDate * 1e6).rounded()) else { return nil }
        let fraction = (micros % 1_000_000 + 1_000_000) % 1_000_000
        let date = Date(timeIntervalSinceReferenceDate: Double((micros - fraction) / 1_000_000))
        let isDay = Date(columnText: sample) == nil ? micros % 86_400_000_000 == 0 : sample.utf8.count <= 10
        guard !isDay else { return date.formatted(Self.day) }
        let digits = String(fraction + 1_000_000).dropFirst().replacing(/0+$/, with: "")
        let text = "\(date.formatted(.iso8601).dropLast())\(digits.isEmpty ? "" : ".")\(digits)"
        return sample.contains(" ") ? text.replacing("T", with: " ") : "\(text)Z"
    }
}
