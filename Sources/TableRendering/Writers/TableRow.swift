public import CascadingTable

/// What is known of a row.
///
/// An object that never changes, for a page of rows is handed about, and each has many parts.
public final class TableRow: Sendable {
    public let place: Place
    public let identifier: String
    public let height: Height
    public let cell: TableViewCell
    public let isSelectable: Bool
    /// Whether the row itself can have the focus.
    public let isFocusable: Bool
    public let indentationLevel: Int
    /// What the visitor, and not the row, decides of how it is shown.
    let marks: RowMarks
    /// Whether it holds for the request alone that it was asked for.
    let isPersonal: Bool
    /// Nil for a row that offers nothing beside being selected, as most do.
    let tools: Tools?

    init(
        place: Place, identifier: String, height: Height, cell: consuming TableViewCell, isSelectable: Bool,
        isFocusable: Bool, indentationLevel: Int, marks: RowMarks, isPersonal: Bool, tools: Tools?
    ) {
        self.place = place
        self.identifier = identifier
        self.height = height
        self.cell = cell
        self.isSelectable = isSelectable
        self.isFocusable = isFocusable
        self.indentationLevel = indentationLevel
        self.marks = marks
        self.isPersonal = isPersonal
        self.tools = tools
    }

    /// Where the row is, as two numbers to be written again and again.
    public struct Place: Sendable, Hashable {
        public var section: Int
        public var row: Int
    }

    /// What a row offers beside being selected.
    final class Tools: Sendable {
        let actions: TableView.RowActions
        let menuActions: [MenuAction]
        let expansion: TableViewRowExpansion?
        let editing: Editing?
        let hasPrimaryAction: Bool
        let hasFields: Bool

        init(
            actions: TableView.RowActions, menuActions: [MenuAction], expansion: TableViewRowExpansion?,
            editing: Editing?, hasPrimaryAction: Bool, hasFields: Bool
        ) {
            self.actions = actions
            self.menuActions = menuActions
            self.expansion = expansion
            self.editing = editing
            self.hasPrimaryAction = hasPrimaryAction
            self.hasFields = hasFields
        }
    }

    public struct Editing: Sendable {
        public var style: TableViewCell.EditingStyle
        /// What the button that deletes is called, where the table says.
        public var deleteTitle: String?
        public var shouldIndent: Bool
        public var moves: Moves<Place>?
    }
}

extension TableRow {
    public var indexPath: IndexPath { IndexPath(row: place.row, section: place.section) }

    public var isSelected: Bool { marks.has(.selected) }

    public var isExpanded: Bool { marks.has(.expanded) }

    /// Whether it is the row to have the focus when the page is opened.
    public var isPreferredForFocus: Bool { marks.has(.preferredForFocus) && cell.isEnabled }

    public var actions: TableView.RowActions { tools?.actions ?? TableView.RowActions() }

    public var menuActions: [MenuAction] { tools?.menuActions ?? [] }

    /// What the row shows below itself when it is expanded; nil for one that cannot be.
    public var expansion: TableViewRowExpansion? { tools?.expansion }

    /// In edit mode, what can be done to the row.
    public var editing: Editing? { tools?.editing }

    /// Whether something else than selecting is what the row is for.
    public var hasPrimaryAction: Bool { tools?.hasPrimaryAction == true }

    /// Whether it has values that a visitor may change.
    public var hasFields: Bool { tools?.hasFields == true }
}

extension RowMarks {
    /// `contains`, which asks through the protocol of sets where the type is another module's.
    fileprivate func has(_ mark: RowMarks) -> Bool { rawValue & mark.rawValue != 0 }
}
