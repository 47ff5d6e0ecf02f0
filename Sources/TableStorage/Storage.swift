public import CascadingTable
public import FoundationEssentials

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

    /// Adds an observer, which is held weakly. An observer that is added twice must be told once.
    func addObserver(_ observer: any StorageObserver<Item>)
    /// Removes an observer, which must be told nothing more.
    func removeObserver(_ observer: any StorageObserver<Item>)
}

extension Storage {
    /// Returns nil, the default for a storage that does not know items by identity.
    public func identifier(ofItemAt indexPath: IndexPath) -> String? { nil }
}

/// A storage that also has models for headers and footers.
@TableActor
public protocol SupplementaryStorage<Item>: Storage {
    /// Returns the model of a section's header, or nil if it has none.
    func headerModel(inSection section: Int) -> (any SupplementaryModel)?
    /// Returns the model of a section's footer, or nil if it has none.
    func footerModel(inSection section: Int) -> (any SupplementaryModel)?
}

/// A model from which a header or footer is made. Conform your own type to it.
///
/// A `String` is such a model.
public protocol SupplementaryModel {}

extension String: SupplementaryModel {}
