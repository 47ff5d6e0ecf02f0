import HTTPMessages
import HTTPTypes
import TableRendering

extension Request {
    /// The language of the response: the language of `_lang`, or else the client's preferred language.
    var language: Language {
        query["_lang"].flatMap(Language.tagged) ?? acceptedLanguage
    }

    /// The supported language that the client prefers.
    var acceptedLanguage: Language {
        header(.acceptLanguage).map(Language.preferred) ?? .english
    }
}

extension Language {
    /// Returns the best supported language of an `Accept-Language` field (RFC 9110, 12.5.4) by lookup (RFC 4647, 3.4).
    ///
    /// A range such as `de-AT` finds `de`. Invalid ranges are ignored. English if no range is supported.
    static func preferred(in list: String) -> Language {
        var best: (language: Language, weight: Int) = (.english, 0)
        for (range, weight) in QualityValues(list) where weight > best.weight {
            let tag = String(Substring(range.prefix { $0 != UInt8(ascii: "-") })).lowercased()
            // Hebrew also has the older subtag `iw`.
            if let language = tagged(tag == "iw" ? "he" : tag) { best = (language, weight) }
        }
        return best.language
    }
}
