/// How the page of a table is arranged; the rows are the same in each.
public struct TableViewAppearance: Sendable, Hashable {
    public var style: Style
    /// How the rows come into view when the page opens; readers who want no motion see none.
    public var entryAnimation: TableView.RowAnimation
    /// What stands above the first section, and gets small when the rows are scrolled below it.
    public var headerView: TableViewHeaderFooterView?
    /// What stands below the last section.
    public var footerView: TableViewHeaderFooterView?
    /// Whether the page offers edit mode, in which rows are deleted, inserted and moved.
    public var showsEditButton: Bool
    /// How much room rows have that have no height of their own.
    public var density: Density
    /// What stands in place of the rows when there are none; nil for a sentence that says so.
    public var emptyView: TableViewHeaderFooterView?

    public init(
        style: Style = .plain, entryAnimation: TableView.RowAnimation = .none,
        headerView: TableViewHeaderFooterView? = nil, footerView: TableViewHeaderFooterView? = nil,
        showsEditButton: Bool = false, density: Density = .regular, emptyView: TableViewHeaderFooterView? = nil
    ) {
        self.style = style
        self.entryAnimation = entryAnimation
        self.headerView = headerView
        self.footerView = footerView
        self.showsEditButton = showsEditButton
        self.density = density
        self.emptyView = emptyView
    }

    public enum Style: String, Sendable, Hashable {
        /// Rows from edge to edge.
        case plain
        /// Each section a card with round corners.
        case insetGrouped
        /// Each row a tile, as many beside each other as there is room for.
        case grid
        /// A pile of cards, of which the one that is expanded shows most.
        case pile
    }

    public enum Density: String, Sendable, Hashable {
        case compact
        case regular
        case spacious
    }
}
