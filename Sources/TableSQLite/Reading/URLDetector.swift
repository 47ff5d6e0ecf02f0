/// Detects a text that consists of one `http` or `https` URL.
enum URLDetector {
    /// The maximum length of a link, in bytes. A longer text is shown without a link.
    private static let limit = 2_048

    static func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count > 7, bytes.count <= limit, bytes[0] | 0x20 == UInt8(ascii: "h") else { return false }
        guard let scheme = ["http://", "https://"].first(where: { begins(bytes, with: $0) }) else { return false }
        let rest = bytes.dropFirst(scheme.utf8.count)
        guard let first = rest.first, !"/?#:@".utf8.contains(first) else { return false }
        return rest.allSatisfy { byte in
            byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
                && byte != UInt8(ascii: "\"")
        }
    }

    private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, with prefix: String) -> Bool {
        bytes.count > prefix.utf8.count
            && zip(bytes, prefix.utf8).allSatisfy { byte, letter in
                byte == letter || ((0x41...0x5A).contains(byte) && byte | 0x20 == letter)
            }
    }
}
