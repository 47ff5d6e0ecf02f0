/// The items of one section, and the models of its header and footer.
public struct StorageSection<Item>: SectionOfRows {
    public var items: [Item]
    public var headerModel: (any SupplementaryModel)?
    public var footerModel: (any SupplementaryModel)?

    public init(
        _ items: [Item] = [], headerModel: (any SupplementaryModel)? = nil, footerModel: (any SupplementaryModel)? = nil
    ) {
        self.items = items
        self.headerModel = headerModel
        self.footerModel = footerModel
    }

    init() { self.init([]) }

    public var numberOfItems: Int { items.count }
    public var isEmpty: Bool { items.isEmpty }

    /// Those of its items that are of that type.
    public func items<Kind>(ofType type: Kind.Type) -> [Kind] {
        items.compactMap { $0 as? Kind }
    }
}
