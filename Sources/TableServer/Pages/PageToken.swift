import Bytes
import CascadingTable

/// A place beside a row, as the opaque value of `_next` and `_prev`: the index path and identifier of the row.
///
/// The identifier finds the place again after rows were inserted or deleted.
struct PageToken: Hashable {
    var indexPath: IndexPath
    @ExactString var identifier: String
    /// On a sorted or filtered page, the number of rows before this row. It may be out of date when the token comes
    /// back.
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
        // Compared as bytes: a combining accent after the tilde would form one character with it.
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

    /// Reads the number of a row or section. Only digits are allowed.
    static func index(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
