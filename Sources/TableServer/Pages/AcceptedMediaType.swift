import HTTPMessages
import HTTPTypes

extension Request {
    /// A Boolean value that indicates whether the client asks for a page by its type, as a browser does, and does not
    /// prefer JSON (`Accept`, RFC 9110, 12.5.1).
    package var acceptsHTML: Bool {
        guard let accept = header(.accept), accept != "*/*" else { return false }
        if accept.hasPrefix("text/html,") { return true }
        let (json, page) = preferences(accept)
        return page.isNamed && page.weight > 0 && page >= json
    }

    /// A Boolean value that indicates whether the client prefers JSON to a page (`Accept`, RFC 9110, 12.5.1).
    ///
    /// If both have equal weight, a named type is preferred to a type that only a wildcard matches. Many JSON clients
    /// send `application/json, */*`.
    var prefersJSON: Bool {
        guard let accept = header(.accept), accept != "*/*", !accept.hasPrefix("text/html,") else { return false }
        let (json, page) = preferences(accept)
        return json.weight > 0 && json > page
    }

    private func preferences(_ accept: String) -> (json: Preference, page: Preference) {
        var (json, page) = (Preference(), Preference())
        for (range, weight) in QualityValues(accept) {
            switch String(range)?.lowercased() {
            case "application/json": json.take(weight, precision: 3)
            case "application/*": json.take(weight, precision: 2)
            case "text/html": page.take(weight, precision: 3)
            case "text/*": page.take(weight, precision: 2)
            case "*/*":
                json.take(weight, precision: 1)
                page.take(weight, precision: 1)
            default: break
            }
        }
        return (json, page)
    }
}

/// The weight of the most precise range that matches a media type.
private struct Preference: Comparable {
    private(set) var weight = 0
    private(set) var precision = 0

    var isNamed: Bool { precision == 3 }

    mutating func take(_ weight: Int, precision: Int) {
        if precision >= self.precision { (self.weight, self.precision) = (weight, precision) }
    }

    static func < (one: Preference, other: Preference) -> Bool {
        (one.weight, one.precision) < (other.weight, other.precision)
    }
}
