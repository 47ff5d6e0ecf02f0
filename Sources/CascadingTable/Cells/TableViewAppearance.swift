/// The layout of a table's page, and the views around its rows.
public struct TableViewAppearance: Sendable, Hashable {
    /// The arrangement of the rows. Default: `plain`.
    public var style: Style
    /// The animation of the rows when the page opens. Default: `none`.
    ///
    /// Visitors who prefer reduced motion see no animation.
    public var entryAnimation: TableView.RowAnimation
    /// The view above the first section, which shrinks when the visitor scrolls. Nil for no view.
    public var headerView: TableViewHeaderFooterView?
    /// The view below the last section. Nil for no view.
    public var footerView: TableViewHeaderFooterView?
    /// A Boolean value that indicates whether the page has a button for edit mode. Default: false.
    ///
    /// In edit mode, visitors delete, insert and move rows.
    public var showsEditButton: Bool
    /// The space in rows that have no height of their own. Default: `regular`.
    public var density: Density
    /// The view that a table without rows shows. Nil for a short sentence in the language of the page.
    public var emptyView: TableViewHeaderFooterView?

    /// Creates an appearance.
    ///
    /// - Parameters:
    ///   - style: The arrangement of the rows.
    ///   - entryAnimation: The animation of the rows when the page opens.
    ///   - headerView: The view above the first section.
    ///   - footerView: The view below the last section.
    ///   - showsEditButton: Whether the page has a button for edit mode.
    ///   - density: The space in rows that have no height of their own.
    ///   - emptyView: The view that a table without rows shows.
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

    /// The arrangement of the rows of a table on its page.
    public enum Style: String, Sendable, Hashable {
        /// Rows from edge to edge.
        case plain
        /// A card with round corners for each section.
        case insetGrouped
        /// A tile for each row, with as many tiles in a line as fit.
        case grid
        /// A pile of cards. The expanded card shows most.
        case pile
    }

    /// The space in rows that have no height of their own.
    public enum Density: String, Sendable, Hashable {
        /// Less space, and smaller text.
        case compact
        /// The normal space.
        case regular
        /// More space.
        case spacious
    }
}
