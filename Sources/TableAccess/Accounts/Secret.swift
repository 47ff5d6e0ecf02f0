import CPassword
import TableServer

/// A secret of 128 random bits that a browser, a program or a link sends. Stores have only its hash.
struct Secret: Sendable {
    /// The text that is sent.
    let text: String

    /// Creates a secret.
    ///
    /// - Parameter prefix: The beginning of the text, by which it is recognized.
    init(prefix: String = "") { text = prefix + EditingAccess.makeToken() }

    init(text: String) { self.text = text }

    /// The SHA-256 digest of the text. The text is random, so the digest needs no salt.
    var hash: String {
        var digest = [UInt8](repeating: 0, count: 32)
        let bytes = Array(text.utf8)
        guard cpassword_sha256(bytes, bytes.count, &digest) == 0 else { return EditingAccess.makeToken() }
        return digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
