public import CascadingTable
import Essentials
public import LocalizedMessages

/// An error of a storage that refused a change. The storage is as it was before.
public struct StorageError: VisitorFacingError, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the error.
    public var code: Code
    /// A sentence that the visitor sees.
    public var message: LocalizedMessage
    /// The index path that the error is about; nil if it is about no single one.
    public var indexPath: IndexPath?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - message: A sentence that the visitor sees.
    ///   - indexPath: The index path that the error is about.
    public init(_ code: Code, _ message: LocalizedMessage, at indexPath: IndexPath? = nil) {
        self.code = code
        self.message = message
        self.indexPath = indexPath
    }

    /// The message.
    public var description: String { message.description }

    /// The meaning of the error for the visitor: `notFound` for a place or an item that does not exist.
    public var kind: TableViewError.Kind {
        [.indexPathOutOfRange, .sectionOutOfRange, .itemNotFound].contains(code) ? .notFound : .conflict
    }

    /// The name of a ``StorageError``.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the kind, such as `itemNotFound`.
        public let rawValue: String
        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The index path is negative, or after the position that follows the last item.
        public static let indexPathOutOfRange = Code(rawValue: "indexPathOutOfRange")
        /// The section number is negative or too large.
        public static let sectionOutOfRange = Code(rawValue: "sectionOutOfRange")
        /// The storage has no such item.
        public static let itemNotFound = Code(rawValue: "itemNotFound")
        /// Two items of the storage would have one identity.
        public static let duplicateItem = Code(rawValue: "duplicateItem")
        /// The snapshot has no section with this identity.
        public static let sectionNotFound = Code(rawValue: "sectionNotFound")
        /// Two sections of the snapshot would have one identity.
        public static let duplicateSection = Code(rawValue: "duplicateSection")
    }
}

/// Returns a text for an item in a message, at most 80 characters long.
///
/// Only texts, numbers and identities are shown. Visitors may see the message, and other models may contain secrets.
func described<Item>(_ item: Item) -> String {
    let value: Any = (item as? any Identifiable).map { $0.id } ?? item
    guard value is any LosslessStringConvertible || value is any RawRepresentable || value is UUID else {
        return "of the type \(type(of: item))"
    }
    let text = (value as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\(value)"
    return "\"\(text.count > 80 ? text.prefix(79) + "…" : text[...])\""
}
