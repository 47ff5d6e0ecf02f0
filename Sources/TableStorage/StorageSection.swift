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
