public import CascadingTable
import Essentials

/// A source of sections and items for a table, which tells its observers about changes.
///
/// Items may be of one type, of a class and its subclasses, or of any type that conforms to a protocol
/// (`MemoryStorage<any FeedItem>`).
///
/// Methods that remove things follow one rule. If one of the things does not exist, they throw a ``StorageError`` and
/// change nothing. For items, its code is ``StorageError/Code/itemNotFound``. A thing that is given twice is removed
/// once. ``MemoryStorage`` can contain equal items: it removes one for each that is given.
@TableActor
public protocol Storage<Item>: AnyObject {
    /// The type of the items.
    associatedtype Item

    /// The number of sections.
    var numberOfSections: Int { get }
    /// Returns the number of items in a section, or 0 if the section does not exist.
    func numberOfItems(inSection section: Int) -> Int
    /// Returns the item at an index path, or nil if there is none.
    func item(at indexPath: IndexPath) -> Item?

    /// Returns a text that identifies the item at an index path, even after it was moved.
    ///
    /// The text must be unique in the storage. A `TableManager` makes row identifiers from it. Default: nil, for a
    /// storage that does not know items by identity.
    func identifier(ofItemAt indexPath: IndexPath) -> String?

    /// Returns the model of a section's header, or nil if it has none. Default: nil, for no headers.
    func headerModel(inSection section: Int) -> (any SupplementaryModel)?
    /// Returns the model of a section's footer, or nil if it has none. Default: nil, for no footers.
    func footerModel(inSection section: Int) -> (any SupplementaryModel)?

    /// Adds an observer, which is held weakly. An observer that is added twice must be told once.
    func addObserver(_ observer: any StorageObserver<Item>)
    /// Removes an observer, which must be told nothing more.
    func removeObserver(_ observer: any StorageObserver<Item>)
}

extension Storage {
    /// Returns nil, the default for a storage that does not know items by identity.
    public func identifier(ofItemAt indexPath: IndexPath) -> String? { nil }
    /// Returns nil, the default for a storage without headers.
    public func headerModel(inSection section: Int) -> (any SupplementaryModel)? { nil }
    /// Returns nil, the default for a storage without footers.
    public func footerModel(inSection section: Int) -> (any SupplementaryModel)? { nil }
}

/// A model from which a header or footer is made. Conform your own type to it.
///
/// A `String` is such a model.
public protocol SupplementaryModel {}

extension String: SupplementaryModel {}

/// A section of a storage: its items, and the models of its header and footer.
public struct StorageSection<Item>: SectionOfRows {
    /// The items of the section, in order.
    public var items: [Item]
    /// The model of the section's header; nil for no header.
    public var headerModel: (any SupplementaryModel)?
    /// The model of the section's footer; nil for no footer.
    public var footerModel: (any SupplementaryModel)?

    /// Creates a section.
    ///
    /// - Parameters:
    ///   - items: The items, in order.
    ///   - headerModel: The model of the header; nil for no header.
    ///   - footerModel: The model of the footer; nil for no footer.
    public init(
        _ items: [Item] = [], headerModel: (any SupplementaryModel)? = nil, footerModel: (any SupplementaryModel)? = nil
    ) {
        self.items = items
        self.headerModel = headerModel
        self.footerModel = footerModel
    }

    init() { self.init([]) }
}

/// The names of identities. Each identity has a unique name, which does not change while the identity is in use.
///
/// Strings, numbers, UUIDs, and enumerations with such raw values are their own names, which are valid in other
/// processes too. Every other identity gets a serial number. Descriptions are not used, because two identities may have
/// equal ones.
@TableActor
final class IdentityNames<ID: Hashable> {
    private var numbers: [ID: Int] = [:]
    private var last = 0
    /// A random prefix, so that serial numbers of other storages and processes differ.
    private let prefix = String(UInt64.random(in: .min ... .max), radix: 36)

    /// A Boolean value that indicates whether identities need these names. `Identifiable` ones are known by their own
    /// `id`.
    ///
    /// An `id` that is the address of an object, or the value itself, is not valid in other processes.
    static var areNeeded: Bool {
        func isLasting<Value: Identifiable>(_: Value.Type) -> Bool {
            Value.ID.self != ObjectIdentifier.self && Value.ID.self != Value.self
        }
        guard let type = ID.self as? any Identifiable.Type else { return true }
        return !isLasting(type)
    }

    func name(of id: ID) -> String {
        if let text = Self.text(of: id) { return text }
        if let number = numbers[id] { return "\(prefix).\(number)" }
        last += 1
        numbers[id] = last
        return "\(prefix).\(last)"
    }

    /// Removes the names of all other identities.
    func keep(only ids: some Sequence<ID>) {
        guard !numbers.isEmpty else { return }
        var kept: [ID: Int] = [:]
        for id in ids { kept[id] = numbers[id] }
        numbers = kept
    }

    /// Depends on the static type of all identities, because values of several types may have equal texts.
    private static func text<Value>(of value: Value) -> String? {
        switch Value.self {
        case is any LosslessStringConvertible.Type: (value as? any LosslessStringConvertible)?.description
        case is UUID.Type: (value as? UUID)?.uuidString
        case is any RawRepresentable.Type: (value as? any RawRepresentable).flatMap { textOfRawValue($0) }
        default: nil
        }
    }

    private static func textOfRawValue(_ value: some RawRepresentable) -> String? { text(of: value.rawValue) }
}
