extension Words {
    /// What the status of an answer is called on a page; nil for one that has no name in this language.
    public func title(ofStatus status: Int) -> String? {
        let title: StaticString? =
            switch status {
            case 400: say(en: "Bad Request", de: "Ungültige Anfrage", he: "בקשה שגויה")
            case 403: say(en: "Forbidden", de: "Nicht erlaubt", he: "אסור")
            case 404: say(en: "Not Found", de: "Nicht gefunden", he: "לא נמצא")
            case 405: say(en: "Method Not Allowed", de: "Methode nicht erlaubt", he: "השיטה אינה מותרת")
            case 408: say(en: "Request Timeout", de: "Zeitüberschreitung", he: "תם הזמן לבקשה")
            case 409: say(en: "Conflict", de: "Konflikt", he: "התנגשות")
            case 412: say(en: "Precondition Failed", de: "Inzwischen geändert", he: "השתנה בינתיים")
            case 413: say(en: "Content Too Large", de: "Zu groß", he: "גדול מדי")
            case 415: say(en: "Unsupported Media Type", de: "Unbekanntes Format", he: "סוג תוכן לא נתמך")
            case 422: say(en: "Unprocessable Content", de: "Unzulässige Angaben", he: "נתונים לא תקינים")
            case 429: say(en: "Too Many Requests", de: "Zu viele Anfragen", he: "יותר מדי בקשות")
            case 500: say(en: "Internal Server Error", de: "Fehler im Server", he: "שגיאה פנימית בשרת")
            case 503: say(en: "Service Unavailable", de: "Gerade nicht verfügbar", he: "השירות אינו זמין כעת")
            default: nil
            }
        return title?.description
    }

    /// A sentence in this language that is known in English; nil for one that is not, such as a delegate's own.
    public func sentence(_ english: String) -> String? {
        guard language != .english else { return english }
        for sentence in Sentence.all {
            if let parts = sentence.parts(of: english) { return sentence.text(in: self, with: parts) }
        }
        return nil
    }
}

/// A sentence in every language; `%` is one part that differs, which stands in each of them in the same order.
struct Sentence {
    let en: StaticString
    let de: StaticString
    let he: StaticString

    /// What stands in the places of `%`; nil for another sentence.
    func parts(of english: String) -> [String]? {
        let pieces = en.description.split(separator: "%", omittingEmptySubsequences: false)
        guard english.hasPrefix(pieces[0]) else { return nil }
        var rest = english.dropFirst(pieces[0].count)
        var parts: [String] = []
        for (index, piece) in pieces.enumerated().dropFirst() {
            let isLast = index == pieces.count - 1
            guard let place = isLast ? Self.end(piece, of: rest) : rest.firstRange(of: piece) else { return nil }
            parts.append(String(rest[..<place.lowerBound]))
            rest = rest[place.upperBound...]
        }
        return rest.isEmpty ? parts : nil
    }

    func text(in words: Words, with parts: [String]) -> String {
        let pieces = words.say(en: en, de: de, he: he).description.split(
            separator: "%", omittingEmptySubsequences: false)
        var text = String(pieces[0])
        for (part, piece) in zip(parts, pieces.dropFirst()) { text += words.isolated(part) + piece }
        return text
    }

    private static func end(_ piece: Substring, of text: Substring) -> Range<Substring.Index>? {
        guard text.hasSuffix(piece) else { return nil }
        return text.index(text.endIndex, offsetBy: -piece.count)..<text.endIndex
    }
}
