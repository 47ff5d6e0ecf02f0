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
    /// The best of an `Accept-Language` field (RFC 9110, 12.5.4) by lookup (RFC 4647, 3.4): a range such as `de-AT`
    /// finds `de`. English where none is found.
    ///
    /// What cannot be read is left out.
    init(accepting list: String) {
        self = .english
        var best = 0
        for (range, weight) in QualityValues(list) where weight > best {
            guard let language = Self.language(range.prefix { $0 != UInt8(ascii: "-") }) else { continue }
            (self, best) = (language, weight)
        }
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
}
