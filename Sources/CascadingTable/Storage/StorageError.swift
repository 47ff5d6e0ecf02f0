public import FoundationEssentials
public import LocalizedMessages

/// Why a storage refused a change; it is as it was before.
public struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    public var code: Code
    /// A sentence for a person.
    public var message: LocalizedMessage
    public var indexPath: IndexPath?

    /// Makes an error with a sentence that has translations, or none yet.
    public init(_ code: Code, _ message: LocalizedMessage, at indexPath: IndexPath? = nil) {
        self.code = code
        self.message = message
        self.indexPath = indexPath
    }

    public var description: String { message.description }

    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An index path past the place after the last item, or negative.
        public static let indexPathOutOfRange = Code(rawValue: "indexPathOutOfRange")
        /// A section past the last, or negative.
        public static let sectionOutOfRange = Code(rawValue: "sectionOutOfRange")
        /// No such item is in the storage.
        public static let itemNotFound = Code(rawValue: "itemNotFound")
        /// As many index paths as items were expected.
        public static let countMismatch = Code(rawValue: "countMismatch")
        /// Two items of a storage that knows them by their identity have the same.
        public static let duplicateItem = Code(rawValue: "duplicateItem")
        /// No section of that identity is there.
        public static let sectionNotFound = Code(rawValue: "sectionNotFound")
        /// Two sections have the same identity.
        public static let duplicateSection = Code(rawValue: "duplicateSection")
    }
}

/// A name of an item for a message, at most 80 characters long.
///
/// Only values that are texts, numbers or identities are named. Visitors may see the message, and a model may have secrets.
func described<Item>(_ item: Item) -> String {
    let value: Any = (item as? any Identifiable).map { $0.id } ?? item
    guard value is any LosslessStringConvertible || value is any RawRepresentable || value is UUID else {
        return "of the type \(type(of: item))"
    }
    let text = (value as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\(value)"
    return "\"\(text.count > 80 ? text.prefix(79) + "…" : text[...])\""
}
