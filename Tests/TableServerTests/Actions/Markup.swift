/// The tags of a page that tests check. They are found by patterns, and not parsed like in a browser.
struct Markup {
    struct Element {
        var attributes: [String: String]
        /// The text between the tags, without inner tags.
        var text: String
    }

    let html: String

    init(_ html: String) {
        self.html = html
    }

    var buttons: [Element] { elements("button") }
    var links: [Element] { elements("a") }

    /// The addresses of the buttons, in order. Buttons post to them, or open a question first.
    var formActions: [String] { buttons.compactMap { $0.attributes["formaction"] } }

    /// Returns the part of the page that shows this row.
    func row(_ identifier: String) -> Markup {
        guard let start = html.firstRange(of: "<tr id=\"row-\(identifier)\""),
            let end = html[start.upperBound...].firstRange(of: "</tr>")
        else { return Markup("") }
        return Markup(String(html[start.lowerBound..<end.upperBound]))
    }

    func elements(_ name: String) -> [Element] {
        var elements: [Element] = []
        var rest = html[...]
        while let start = rest.firstRange(of: "<\(name)"), let end = rest[start.upperBound...].firstRange(of: ">") {
            let inside = rest[start.upperBound..<end.lowerBound]
            rest = rest[end.upperBound...]
            guard inside.isEmpty || inside.first == " " else { continue }
            let close = rest.firstRange(of: "</\(name)>")?.lowerBound ?? rest.startIndex
            elements.append(Element(attributes: Self.attributes(inside), text: Self.text(rest[..<close])))
        }
        return elements
    }

    private static func attributes(_ text: Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        for match in text.matches(of: /\s([a-z\-]+)(?:="([^"]*)")?/) {
            attributes[String(match.output.1)] = match.output.2.map { Self.text($0) } ?? ""
        }
        return attributes
    }

    private static func text(_ html: Substring) -> String {
        var text = String(html.replacing(/<[^>]*>/, with: ""))
        for (entity, character) in [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&"),
        ] {
            text.replace(entity, with: character)
        }
        return text
    }
}
