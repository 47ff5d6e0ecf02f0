import Bytes
import CascadingTable

/// A place beside a row, as the opaque value of `_next` and `_prev`: the index path and identifier of the row.
///
/// The identifier finds the place again after rows were inserted or deleted.
struct PageToken: Hashable {
    var indexPath: IndexPath
    @ExactString var identifier: String

    var row: RowReference { RowReference(indexPath: indexPath, identifier: identifier) }

    var text: String { "\(indexPath.section).\(indexPath.row)~\(identifier)" }

    init(_ indexPath: IndexPath, identifier: String) {
        self.indexPath = indexPath
        self.identifier = identifier
    }

    init?(_ text: String) {
        // Compared as bytes: a combining accent after the tilde would form one character with it.
        guard let tilde = text.utf8.firstIndex(of: UInt8(ascii: "~")),
            let indexPath = IndexPath(place: text[..<tilde])
        else { return nil }
        self.indexPath = indexPath
        identifier = String(text[text.utf8.index(after: tilde)...])
    }

    /// Reads the number of a row or section. Only digits are allowed.
    static func index(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
