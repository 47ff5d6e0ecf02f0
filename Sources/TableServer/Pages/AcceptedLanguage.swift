import HTTPTypes
import MicroHTTPD
import TableRendering

extension Request {
    /// The language of the response: the language of `_lang`, or else the client's preferred language.
    var language: Language {
        query["_lang"].flatMap(Language.init(rawValue:)) ?? acceptedLanguage
    }

    /// The supported language that the client prefers.
    var acceptedLanguage: Language {
        header(.acceptLanguage).map(Language.init(accepting:)) ?? .english
    }
}

extension Language {
    /// Finds the best supported language of an `Accept-Language` field (RFC 9110, 12.5.4) by lookup (RFC 4647, 3.4).
    ///
    /// A range such as `de-AT` finds `de`. Invalid ranges are ignored. English if no range is supported.
    init(accepting list: String) {
        self = .english
        var best = 0
        for (range, weight) in QualityValues(list) where weight > best {
            guard let language = Self.language(range.prefix { $0 != UInt8(ascii: "-") }) else { continue }
            (self, best) = (language, weight)
        }
    }

    /// Finds a language by its first subtag, case-insensitively. Hebrew also has the older subtag `iw`.
    private static func language(_ subtag: Substring.UTF8View) -> Language? {
        let tag = String(Substring(subtag)).lowercased()
        return Language(rawValue: tag == "iw" ? Language.hebrew.tag : tag)
    }
}
