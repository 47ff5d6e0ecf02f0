/// A file that a visitor chose in a form, for a field of the kind ``TableViewEditableField/Kind/file(accept:maxBytes:)``.
///
/// A delegate gets it from ``TableView/files``, by the name of the field.
public struct TableViewFile: Sendable, Hashable {
    /// The name of the file. A server makes it safe: it has no folders, no control characters and at most 200 bytes.
    public var name: String
    /// The media type that the client states, such as `image/png`; nil without one. The client may be wrong, or lie.
    public var contentType: String?
    /// The contents of the file.
    public var bytes: [UInt8]

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - contentType: The media type that the client states; nil without one.
    ///   - bytes: The contents of the file.
    public init(name: String, contentType: String? = nil, bytes: [UInt8]) {
        self.name = name
        self.contentType = contentType
        self.bytes = bytes
    }

    /// Returns whether the name or the media type is one of those that a field accepts; true for an empty list.
    ///
    /// - Parameter kinds: Extensions (`.pdf`), media types (`image/png`) or groups of them (`image/*`).
    func isOne(of kinds: [String]) -> Bool {
        let type = contentType?.prefix { $0 != ";" && $0 != " " }.lowercased() ?? ""
        let name = name.lowercased()
        return kinds.isEmpty
            || kinds.contains { kind in
                let kind = kind.lowercased()
                if kind.hasPrefix(".") { return name.hasSuffix(kind) }
                return kind.hasSuffix("/*") ? type.hasPrefix(kind.dropLast()) : type == kind
            }
    }
}
