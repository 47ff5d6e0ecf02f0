import HTTPTypes
import MicroHTTPD
import TableRendering

extension Request {
    /// The language of a page that answers: the one that `_lang` names, else the one that the client likes best.
    var language: Language {
        query["_lang"].flatMap(Language.init(rawValue:)) ?? acceptedLanguage
    }

    /// The one of our languages that the client likes best.
    var acceptedLanguage: Language {
        header(.acceptLanguage).map(Language.init(accepting:)) ?? .english
    }
}

extension Language {
    /// The most ranges of a list that are looked at.
    private static let maxRanges = 100

    /// The best of an `Accept-Language` field (RFC 9110, 12.5.4) by lookup (RFC 4647, 3.4): a range such as `de-AT`
    /// finds `de`. English where none is found.
    ///
    /// What cannot be read is left out.
    init(accepting list: String) {
        self = .english
        var best = 0
        var rest = list[...].utf8
        for _ in 0..<Self.maxRanges {
            let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
            if let (language, weight) = Self.range(rest[..<end]), weight > best { (self, best) = (language, weight) }
            guard best < 1000, end < rest.endIndex else { return }
            rest = rest[rest.index(after: end)...]
        }
    }

    /// One of our languages and its weight in thousandths.
    private static func range(_ item: Substring.UTF8View) -> (Language, Int)? {
        let end = item.firstIndex(of: UInt8(ascii: ";")) ?? item.endIndex
        let tag = trimmed(item[..<end])
        let primary = tag.prefix { $0 != UInt8(ascii: "-") }
        guard let language = language(primary) else { return nil }
        guard end < item.endIndex else { return (language, 1000) }
        guard let weight = weight(trimmed(item[item.index(after: end)...])) else { return nil }
        return (language, weight)
    }

    /// By its first subtag, in small letters or capitals; Hebrew by the older one too.
    private static func language(_ subtag: Substring.UTF8View) -> Language? {
        guard subtag.count == 2, let first = subtag.first, let last = subtag.last else { return nil }
        switch (first | 0x20, last | 0x20) {
        case (0x65, 0x6E): return .english
        case (0x64, 0x65): return .german
        case (0x68, 0x65), (0x69, 0x77): return .hebrew
        default: return nil
        }
    }

    /// `q=0.5` in thousandths (RFC 9110, 12.4.2).
    private static func weight(_ text: Substring.UTF8View) -> Int? {
        var digits = text.makeIterator()
        guard let name = digits.next(), name | 0x20 == UInt8(ascii: "q"), digits.next() == UInt8(ascii: "="),
            let whole = digits.next(), whole == 0x30 || whole == 0x31
        else { return nil }
        var weight = Int(whole - 0x30) * 1000
        guard let point = digits.next() else { return weight }
        guard point == UInt8(ascii: ".") else { return nil }
        var unit = 100
        while let digit = digits.next() {
            guard (0x30...0x39).contains(digit), unit > 0 else { return nil }
            weight += Int(digit - 0x30) * unit
            unit /= 10
        }
        return weight <= 1000 ? weight : nil
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text = text.dropLast() }
        return text
    }
}
