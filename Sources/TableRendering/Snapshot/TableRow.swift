public import CascadingTable

/// A row of a page snapshot.
public struct TableRow: Sendable {
    package let section: SectionSnapshot
    /// Its place among the rows of the section on the page.
    let index: Int

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
    /// What the batch has of the row.
    @inline(__always)
    package var record: RowBatch.Row { section.rows.rows[index] }

    @inline(__always)
    public var place: Place { Place(section: section.part.section, row: section.numbers[index]) }

    public var identifier: String { section.rows.identifier(at: index) ?? "" }

    public var height: Height { record.height }

    /// The cell. Made for each call for a row of values, so writers read ``RowBatch/values`` for what most rows have.
    public var cell: TableViewCell { section.rows.cell(at: index) }

    public var isSelectable: Bool { record.isSelectable }

    /// Whether the row itself can have the focus.
    public var isFocusable: Bool { record.isFocusable }

    public var indentationLevel: Int { record.indentationLevel }

    /// What the visitor, and not the row, decides of how it is shown.
    @inline(__always)
    var marks: RowState { section.marks.isEmpty ? RowState(rawValue: 0) : section.marks[index] }

    @inline(__always)
    var tools: Tools? { section.tools.isEmpty ? nil : section.tools[index] }

    public var indexPath: IndexPath { IndexPath(row: place.row, section: place.section) }

    public var isSelected: Bool { marks.has(.selected) }

    public var isExpanded: Bool { marks.has(.expanded) }

    /// Whether it is the row to have the focus when the page is opened.
    public var isPreferredForFocus: Bool { marks.has(.preferredForFocus) && record.isEnabled }

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

extension RowState {
    /// `contains`, which asks through the protocol of sets where the type is another module's.
    fileprivate func has(_ mark: RowState) -> Bool { rawValue & mark.rawValue != 0 }
}
