import Bytes

/// The path whose pages stay in the frame of a page. Links to other addresses open in the whole window.
package struct FramePath: Sendable, Equatable {
    /// The path, ending in a slash, such as `/stocks/`.
    package let path: String
    /// The query item that keeps the next page in the frame: `_embed=%2Fstocks%2F`.
    private let item: String

    /// Creates the path of a frame.
    ///
    /// - Parameter path: The path of the table that the frame began with, ending in a slash.
    package init(_ path: String) {
        self.path = path
        item = ByteWriter.text { text in
            text.raw("_embed=")
            text.urlComponent(path)
        }
    }

    /// Returns the address with which a link of the page stays in the frame; nil for a link that leaves it.
    ///
    /// - Parameter url: The address of the link, resolved against the path of the table.
    package func staying(_ url: String) -> String? {
        if url.utf8.first == UInt8(ascii: "#") { return url }
        guard url.hasPrefix(path), !url.hasPrefix("//"), !url.contains("/../"), !url.hasSuffix("/..") else {
            return nil
        }
        let end = url.firstIndex(of: "#") ?? url.endIndex
        let address = url[..<end]
        guard !address.contains("_embed=") else { return url }
        return "\(address)\(address.contains("?") ? "&" : "?")\(item)\(url[end...])"
    }
}
