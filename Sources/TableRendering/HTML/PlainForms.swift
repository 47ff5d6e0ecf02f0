/// Makes each button of a page a form of its own, for browsers of text that know neither `form` nor `formaction`.
public enum PlainForms {
    /// - Parameter query: the query of the page, which a form comes back to.
    public static func rewritten(_ page: [UInt8], query: String) -> [UInt8] {
        var hidden = ByteWriter()
        hidden.raw("<input type=\"hidden\" name=\"_query\" value=\"")
        hidden.html(query)
        hidden.raw("\">")
        let text = String(decoding: page, as: UTF8.self)
            .replacing(/<button([^>]*) form="touch"([^>]*)>(.*?)<\/button>/.dotMatchesNewlines()) { button in
                form(
                    String(button.1 + button.2), content: button.3, query: hidden.text
                )
            }
            // Boxes need the form that is elsewhere; here rows are selected one by one.
            .replacing(
                /<form [^>]*id="selection".*?<\/form>|<input [^>]*form="selection"[^>]*>/.dotMatchesNewlines(), with: ""
            )
        return Array(text.utf8)
    }

    private static func form(_ attributes: String, content: Substring, query: String) -> String {
        func value(_ name: String) -> Substring? {
            guard let start = attributes.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
            return attributes[start...].prefix { $0 != "\"" }
        }
        let label = value("aria-label") ?? content.replacing(/<[^>]*>/, with: "")[...]
        let isOn = value("aria-pressed") ?? value("aria-checked")
        let mark = isOn.map { $0 == "true" ? "[x] " : "[ ] " } ?? ""
        let id = value("value").map { "<input type=\"hidden\" name=\"id\" value=\"\($0)\">" } ?? ""
        return """
            <form method="\(value("formmethod") ?? "post")" action="\(value("formaction") ?? "")">\(query)\(id)\
            <input type="submit" value="\(mark)\(label)"></form>
            """
    }
}
