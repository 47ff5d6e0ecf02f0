import Bytes
import CascadingTable

/// A row as the opaque value of `_next` and `_prev`: its index path and its identifier.
///
/// The identifier finds the place again after rows were inserted or deleted.
extension RowReference {
    var token: String {
        // Written byte by byte, because string interpolation is much slower.
        ByteWriter.text { token in
            token.integer(indexPath.section)
            token.byte(UInt8(ascii: "."))
            token.integer(indexPath.row)
            token.byte(UInt8(ascii: "~"))
            token.raw(identifier.utf8)
        }
    }

    init?(token: String) {
        // Compared as bytes: a combining accent after the tilde would form one character with it.
        guard let tilde = token.utf8.firstIndex(of: UInt8(ascii: "~")),
            let indexPath = IndexPath(place: token[..<tilde])
        else { return nil }
        self.init(indexPath: indexPath, identifier: String(token[token.utf8.index(after: tilde)...]))
    }
}

extension Int {
    /// Reads the number of a row or section. Only digits are allowed.
    init?(index text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.count <= 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self.init(text)
    }
}
