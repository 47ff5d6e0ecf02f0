package import LocalizedMessages

extension Words {
    /// Returns the title of an HTTP status for error pages; nil if there is no translation.
    ///
    /// - Parameter status: The status code.
    package func title(ofStatus status: Int) -> String? {
        let title: StaticString? =
            switch status {
            case 400: say(en: "Invalid request", de: "Ungültige Anfrage", he: "בקשה שגויה")
            case 401: say(en: "Token needed", de: "Token nötig", he: "נדרש אסימון")
            case 403: say(en: "Not allowed", de: "Nicht erlaubt", he: "אסור")
            case 404: say(en: "Not found", de: "Nicht gefunden", he: "לא נמצא")
            case 405: say(en: "Method not allowed", de: "Methode nicht erlaubt", he: "השיטה אינה מותרת")
            case 408: say(en: "Request timed out", de: "Zeitüberschreitung", he: "תם הזמן לבקשה")
            case 409: say(en: "Conflict", de: "Konflikt", he: "התנגשות")
            case 412: say(en: "Changed in the meantime", de: "Inzwischen geändert", he: "השתנה בינתיים")
            case 413: say(en: "Too large", de: "Zu groß", he: "גדול מדי")
            case 415: say(en: "Unknown format", de: "Unbekanntes Format", he: "סוג תוכן לא נתמך")
            case 422: say(en: "Check your entries", de: "Unzulässige Angaben", he: "נתונים לא תקינים")
            case 428: say(en: "Say what you saw", de: "Bisheriger Wert fehlt", he: "חסר הערך הקודם")
            case 429: say(en: "Too many requests", de: "Zu viele Anfragen", he: "יותר מדי בקשות")
            case 500: say(en: "Server error", de: "Fehler im Server", he: "שגיאה פנימית בשרת")
            case 503: say(en: "Not available right now", de: "Gerade nicht verfügbar", he: "השירות אינו זמין כעת")
            default: nil
            }
        return title?.description
    }

    /// Returns the translation of an English sentence; nil for an unknown sentence, such as one of a delegate.
    ///
    /// - Parameter english: The sentence in English.
    package func translation(of message: LocalizedMessage) -> String? {
        guard language != .english else { return message.description }
        guard let translation = Translations.all[language]?[message.key] else { return nil }
        return LocalizedMessage.text(of: translation, with: message.values, isolating: isolated)
    }

    /// The message in this language, or as it is if it has no translation.
    package func text(of message: LocalizedMessage) -> String { translation(of: message) ?? message.description }
}
