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
        case .boolean(let boolean): phrase(boolean ? .yes : .no, words)
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
                phrase(.notUTF8, words)
                raw(")")
            }
        case .integer(let integer): self.integer(integer, in: words, .automatic)
        case .decimal(let decimal):
            if !self.decimal(decimal, in: words, .automatic) { nonNumber(decimal, words) }
        case .number(let text):
            guard let digits = value.digits else { return html(text) }
            number(digits, in: words, NumberStyle(.automatic, of: value))
        case .date(let date, let precision):
            guard let date = UTCDate(date) else { return }
            if precision == .day { day(date, in: words) } else { dayAndTime(date, in: words) }
        case .progress(let part):
            if let progress = Progress(part) { percentage(progress, words) }
        case .sparkline(let values):
            if let line = Sparkline(values) { raw(line.blocks.utf8) }
        }
    }

    mutating func byteCount(_ count: Int, _ words: Words) {
        phrase(.bytes, words, for: count) { $0.integer(count, in: words, .grouped) }
    }

    mutating func percentage(_ progress: Progress, _ words: Words) {
        phrase(.percentage, words) { $0.integer(progress.percentage) }
    }

    /// Writes a name for NaN or an infinity.
    mutating func nonNumber(_ value: Double, _ words: Words) {
        if value.isNaN { phrase(.notANumber, words) } else { raw(value > 0 ? "∞" : "−∞") }
    }

    /// Writes a day in the format of a language (CLDR's medium format). Years outside 1 to 9999 are written as ISO
    /// 8601.
    mutating func day(_ date: UTCDate, in words: Words) {
        guard (1...9999).contains(date.year) else { return day(date) }
        for byte in words.dateFormat {
            switch byte {
            case 0: integer(date.day)
            case 1: padded(date.day, width: 2)
            case 2: padded(date.month, width: 2)
            case 3: raw(words.months[date.month - 1], of: words.prepared)
            case 4: integer(date.year)
            default: self.byte(byte)
            }
        }
    }

    /// Writes a day and its time, in 24-hour format.
    mutating func dayAndTime(_ date: UTCDate, in words: Words) {
        day(date, in: words)
        raw(", ")
        time(date)
    }
}
