import CascadingTable

/// A place between two rows, as the opaque value of `_next` and `_prev`: the row beside it by path and by name.
///
/// The name finds the place again when rows have come or gone since the token was given out.
struct PageToken: Hashable {
    var indexPath: IndexPath
    var identifier: String

    var text: String { "\(indexPath.section).\(indexPath.row)~\(identifier)" }

    init(_ indexPath: IndexPath, identifier: String) {
        self.indexPath = indexPath
        self.identifier = identifier
    }

    init?(_ text: String) {
        // As bytes: an accent that a name begins with would be one character with the tilde.
        guard let tilde = text.utf8.firstIndex(of: UInt8(ascii: "~")) else { return nil }
        guard let indexPath = IndexPath(place: text[..<tilde]) else { return nil }
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
