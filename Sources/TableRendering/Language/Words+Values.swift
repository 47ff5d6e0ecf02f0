import CascadingTable

extension Words {
    /// What a value says to a reader, as text; nothing for null.
    func text(of value: FieldValue) -> String {
        var writer = ByteWriter()
        switch value {
        case .text(let text): return text
        case .url(let url, _): return url
        case .boolean(let boolean): return (boolean ? yes : no).description
        case .null: return ""
        case .bytes(let bytes): return count(bytes.count, self.bytes)
        case .integer(let integer): writer.integer(integer, in: language, .automatic)
        case .decimal(let decimal):
            if !writer.decimal(decimal, in: language, .automatic) { writer.nonNumber(decimal, self) }
        case .date(let date, let precision):
            guard let date = UTCDate(date) else { return "" }
            if precision == .day { writer.day(date, in: language) } else { writer.dayAndTime(date, in: language) }
        case .progress(let part):
            guard let progress = Progress(part) else { return "" }
            writer.percentage(progress, self)
        case .sparkline(let values): return Sparkline(values)?.blocks ?? ""
        }
        return writer.text
    }
}

extension ByteWriter {
    mutating func percentage(_ progress: Progress, _ words: Words) {
        phrase(words.percentage) { $0.integer(progress.percentage) }
    }

    /// What stands for NaN and the infinities.
    mutating func nonNumber(_ value: Double, _ words: Words) {
        raw(value.isNaN ? words.notANumber : value > 0 ? "∞" : "−∞")
    }
}
