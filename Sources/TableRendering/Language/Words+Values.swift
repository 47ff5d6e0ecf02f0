import Bytes
import CascadingTable

extension FieldValue {
    /// The text of the value in every language; nil for values without a text of their own.
    var ownText: String? {
        switch self {
        case .text(let text), .json(let text), .url(let text, _): text
        default: nil
        }
    }
}

extension ByteWriter {
    /// Writes a value other than a text in the reader's language. Writes nothing for null.
    ///
    /// The text of an excerpt is escaped even where markup is allowed, because it may end inside a tag.
    mutating func said(_ value: FieldValue, _ words: Words) {
        switch value {
        case .text, .json, .url, .null: return
        case .boolean(let boolean): raw(boolean ? words.yes : words.no)
        case .bytes(let bytes): byteCount(bytes.count, words)
        case .excerpt(let excerpt):
            guard let text = excerpt.text else { return byteCount(excerpt.byteCount, words) }
            html(text)
            if excerpt.isTruncated {
                raw("… (")
                byteCount(excerpt.byteCount, words)
                raw(")")
            }
            if excerpt.hasReplacements {
                raw(" (")
                raw(words.notUTF8)
                raw(")")
            }
        case .integer(let integer): self.integer(integer, in: words.language, .automatic)
        case .decimal(let decimal):
            if !self.decimal(decimal, in: words.language, .automatic) { nonNumber(decimal, words) }
        case .number(let text):
            guard let digits = value.digits else { return html(text) }
            number(digits, in: words.language, NumberStyle(.automatic, of: value))
        case .date(let date, let precision):
            guard let date = UTCDate(date) else { return }
            if precision == .day { day(date, in: words.language) } else { dayAndTime(date, in: words.language) }
        case .progress(let part):
            if let progress = Progress(part) { percentage(progress, words) }
        case .sparkline(let values):
            if let line = Sparkline(values) { raw(line.blocks.utf8) }
        }
    }

    mutating func byteCount(_ count: Int, _ words: Words) {
        phrase(words.bytes.form(for: count)) { $0.integer(count, in: words.language, .grouped) }
    }

    mutating func percentage(_ progress: Progress, _ words: Words) {
        phrase(words.percentage) { $0.integer(progress.percentage) }
    }

    /// Writes a name for NaN or an infinity.
    mutating func nonNumber(_ value: Double, _ words: Words) {
        raw(value.isNaN ? words.notANumber : value > 0 ? "∞" : "−∞")
    }
}
