public import FoundationEssentials

/// Sections of models behind a table; tells its observers what has changed.
///
/// Models may be of one type, of a class and its subclasses, or of any type that conforms to a protocol
/// (`MemoryStorage<any FeedItem>`).
///
/// Methods that remove things follow one rule. If one of the things is not there, they throw a ``StorageError``, for items
/// ``StorageError/Code/itemNotFound``, and change nothing. A thing that is given twice is removed once. Only ``MemoryStorage`` can
/// have several equal items: it removes one for each that is given.
@TableActor
public protocol Storage<Item>: AnyObject {
    associatedtype Item

    var numberOfSections: Int { get }
    /// 0 where there is no such section.
    func numberOfItems(inSection section: Int) -> Int
    /// Nil where there is no such item.
    func item(at indexPath: IndexPath) -> Item?

    /// An identifier that the item keeps when it moves, different from those of the other items; nil for a storage that does not
    /// know items by identity. A ``TableManager`` makes identifiers of rows from it.
    ///
    /// Default: nil.
    func identifier(ofItemAt indexPath: IndexPath) -> String?

    /// Holds the observer weakly; one that is added twice is told once.
    func addObserver(_ observer: any StorageObserver<Item>)
    func removeObserver(_ observer: any StorageObserver<Item>)
}

extension Storage {
    public func identifier(ofItemAt indexPath: IndexPath) -> String? { nil }
}

/// Storage that has models for headers and footers as well.
@TableActor
public protocol SupplementaryStorage<Item>: Storage {
    func headerModel(inSection section: Int) -> (any SupplementaryModel)?
    func footerModel(inSection section: Int) -> (any SupplementaryModel)?
}

/// What a header or footer is made from; conform your own type to it.
public protocol SupplementaryModel {}

extension String: SupplementaryModel {}
