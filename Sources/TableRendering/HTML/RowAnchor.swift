import Bytes

/// The anchor of a row within its page, for `id` attributes and the fragments of addresses.
package enum RowAnchor {
    /// Returns the anchor of a row: `row-` and the percent-encoded identifier.
    ///
    /// Browsers first look for a fragment without decoding it, so they find the encoded anchor. It contains no
    /// characters that HTML escapes.
    ///
    /// - Parameter identifier: The identifier of the row.
    package static func fragment(_ identifier: String) -> String { "row-\(encoded(identifier))" }

    /// Returns the identifier percent-encoded, as part of an address.
    ///
    /// - Parameter identifier: The identifier of a row or section.
    package static func encoded(_ identifier: String) -> String {
        ByteWriter.text { $0.urlComponent(identifier) }
    }
}
