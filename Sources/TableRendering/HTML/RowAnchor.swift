import Bytes

/// The name of a row within its page, for `id` attributes and the fragment of an address.
public enum RowAnchor {
    /// `row-` and the identifier percent-encoded, which has neither spaces nor anything HTML would escape.
    ///
    /// A browser looks for the fragment as it is before it looks for it decoded, so the encoded name is found.
    public static func fragment(_ identifier: String) -> String { "row-\(encoded(identifier))" }

    /// A name as a part of an address.
    public static func encoded(_ identifier: String) -> String {
        ByteWriter.text { $0.urlComponent(identifier) }
    }
}
