public import FoundationEssentials

/// Why a storage refused a change; it is as it was before.
public struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    public var code: Code
    /// A sentence for a person.
    public var message: String
    public var indexPath: IndexPath?

    public init(_ code: Code, _ message: String, at indexPath: IndexPath? = nil) {
        self.code = code
        self.message = message
        self.indexPath = indexPath
    }

    public var description: String { message }

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
