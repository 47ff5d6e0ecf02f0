import CascadingTable

/// A place between two rows, as the opaque value of `_next` and `_prev`: the row beside it by path and by name.
///
/// The name finds the place again when rows have come or gone since the token was given out.
struct PageToken: Hashable {
    var indexPath: IndexPath
    var identifier: String
    /// On an arranged page, how many rows come before that one; it may not match any more when the token comes back.
    var offset: Int?

    var text: String {
        let offset = offset.map { ".\($0)" } ?? ""
        return "\(indexPath.section).\(indexPath.row)\(offset)~\(identifier)"
    }

    init(_ indexPath: IndexPath, identifier: String, offset: Int? = nil) {
        self.indexPath = indexPath
        self.identifier = identifier
        self.offset = offset
    }

    init?(_ text: String) {
        // As bytes: an accent that a name begins with would be one character with the tilde.
        guard let tilde = text.utf8.firstIndex(of: UInt8(ascii: "~")) else { return nil }
        var place = text[..<tilde].split(separator: ".", omittingEmptySubsequences: false)
        if place.count == 3 {
            guard let offset = Self.index(place.removeLast()) else { return nil }
            self.offset = offset
        }
        guard let indexPath = IndexPath(place: place.joined(separator: ".")) else { return nil }
        self.indexPath = indexPath
        identifier = String(text[text.utf8.index(after: tilde)...])
    }

    /// A number of a row or section: digits only.
    static func index(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
