public import CascadingTable

/// What is known of a row.
public struct TableRow: Sendable {
    let rows: AskedRows
    /// Which of them it is.
    private(set) var index: Int

    init(rows: AskedRows, index: Int) {
        precondition(index < rows.count, "There is no such row.")
        (self.rows, self.index) = (rows, index)
    }

    /// What a row answered.
    struct Answers: Sendable {
        let place: Place
        let height: Height
        let cell: TableViewCell
        let isSelectable: Bool
        let isFocusable: Bool
        let indentationLevel: Int
        var marks: RowMarks
        var audience: RowAudience
        /// Nil for a row that offers nothing beside being selected, as most do.
        var tools: Tools?

        /// Whether it holds for the request alone that it was asked for.
        var isPersonal: Bool { if case .request = audience { true } else { false } }
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
    /// Goes on to the next.
    mutating func advance() {
        index += 1
        precondition(index < rows.count, "There is no such row.")
    }

    public var place: Place { rows.base[index].place }

    public var identifier: String { rows.names[index] }

    /// The same where it is short.
    @inline(__always)
    var shortIdentifier: ShortText? { rows.names.short(at: index) }

    public var height: Height { rows.base[index].height }

    public var cell: TableViewCell { rows.base[index].cell }

    public var isSelectable: Bool { rows.base[index].isSelectable }

    /// Whether the row itself can have the focus.
    public var isFocusable: Bool { rows.base[index].isFocusable }

    public var indentationLevel: Int { rows.base[index].indentationLevel }

    /// What the visitor, and not the row, decides of how it is shown.
    var marks: RowMarks { rows.base[index].marks }

    /// Whether it holds for the request alone that it was asked for.
    var isPersonal: Bool { rows.base[index].isPersonal }

    var tools: Tools? { rows.base[index].tools }

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
