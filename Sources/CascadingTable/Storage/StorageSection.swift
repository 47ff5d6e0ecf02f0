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

    /// The number of items in the section.
    public var numberOfItems: Int { items.count }
    /// A Boolean value that indicates whether the section has no items. It can still have a header or footer.
    public var isEmpty: Bool { items.isEmpty }

    /// Returns the items of the section that have a type, in order.
    ///
    /// - Parameter type: The type, or a protocol.
    public func items<Kind>(ofType type: Kind.Type) -> [Kind] {
        items.compactMap { $0 as? Kind }
    }
}
