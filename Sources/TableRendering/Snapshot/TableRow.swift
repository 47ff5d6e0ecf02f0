import Bytes
public import CascadingTable

/// A row of a page snapshot, for writers.
public struct TableRow: Sendable {
    package let section: SectionSnapshot
    /// The index of the row in its section on the page.
    let index: Int

    /// The place of a row as two numbers, which are cheaper to write than an index path.
    package struct Place: Sendable, Hashable {
        /// The index of the section.
        package var section: Int
        /// The index of the row in its section.
        package var row: Int
    }

    /// The controls of a row besides selection.
    struct Tools: Sendable {
        let actions: TableView.RowActions
        let menuActions: [MenuAction]
        let expansion: TableViewRowExpansion?
        let editing: Editing?
        let hasPrimaryAction: Bool
        let hasFields: Bool
    }

    /// The places one step before and after a row.
    package struct Moves: Sendable, Equatable {
        /// The place one step before it; nil for the first row of the table.
        package var up: Place?
        /// The place one step after it; nil for the last row of the table.
        package var down: Place?
    }

    /// The controls of a row in edit mode.
    package struct Editing: Sendable {
        /// The button of edit mode: insert, delete or none.
        package var style: TableViewCell.EditingStyle
        /// The title of the delete button; nil for the default title.
        package var deleteTitle: String?
        /// A Boolean value that indicates whether the row is indented in edit mode.
        package var shouldIndent: Bool
        /// The places that the row can be moved to; nil if it cannot be moved.
        package var moves: Moves?
    }
}

extension TableRow {
    /// The row in its batch.
    @inline(__always)
    package var record: RowBatch.Row { section.rows.rows[index] }

    /// The place of the row in the table.
    @inline(__always)
    package var place: Place { Place(section: section.part.section, row: section.numbers[index]) }

    /// The identifier of the row.
    public var identifier: String { section.rows.identifier(at: index) ?? "" }

    /// The height of the row.
    public var height: Height { record.height }

    /// The cell of the row.
    ///
    /// Each call creates a cell for a row of values. Writers therefore read such values from ``RowBatch/values``.
    public var cell: TableViewCell { section.rows.cell(at: index) }

    /// Returns the value of a column of the page; null for a cell without it.
    package func value(ofColumn column: Int) -> FieldValue {
        guard record.hasCell else { return section.rows.value(at: index, column) }
        let name = section.rows.fieldNames[column]
        return cell.fields.first { $0.name.isExactly(name) }?.value ?? .null
    }

    /// A Boolean value that indicates whether the row can be selected.
    public var isSelectable: Bool { record.isSelectable }

    /// A Boolean value that indicates whether the row itself can have the focus.
    public var isFocusable: Bool { record.isFocusable }

    /// The indentation level of the row, from 0.
    public var indentationLevel: Int { record.indentationLevel }

    /// The states of the row that belong to the visitor.
    @inline(__always)
    var marks: RowState { section.marks.isEmpty ? RowState(rawValue: 0) : section.marks[index] }

    @inline(__always)
    var tools: Tools? { section.tools.isEmpty ? nil : section.tools[index] }

    /// Returns the link of a value to a row of another table; nil for none, and for one that is not safe.
    func link(ofColumn column: Int) -> TableLink? {
        guard section.links.indices.contains(column), let link = section.links[column]?[index],
            SafeURL.isAllowed(link.url)
        else { return nil }
        return link
    }

    /// The index path of the row.
    public var indexPath: IndexPath { IndexPath(row: place.row, section: place.section) }

    /// A Boolean value that indicates whether the visitor has selected the row.
    public var isSelected: Bool { marks.has(.selected) }

    /// A Boolean value that indicates whether the row is expanded.
    public var isExpanded: Bool { marks.has(.expanded) }

    /// A Boolean value that indicates whether the row gets the focus when the page opens.
    public var isPreferredForFocus: Bool { marks.has(.preferredForFocus) && record.isEnabled }

    /// The actions of the row at its edges and in its menu.
    package var actions: TableView.RowActions { tools?.actions ?? TableView.RowActions() }

    /// The entries of the context menu: copy, cut and paste.
    package var menuActions: [MenuAction] { tools?.menuActions ?? [] }

    /// The panels below the expanded row; nil for a row that cannot be expanded.
    public var expansion: TableViewRowExpansion? { tools?.expansion }

    /// The controls of edit mode; nil outside edit mode.
    package var editing: Editing? { tools?.editing }

    /// A Boolean value that indicates whether the row has a primary action besides selection.
    public var hasPrimaryAction: Bool { tools?.hasPrimaryAction == true }

    /// A Boolean value that indicates whether the row has fields that visitors can edit.
    public var hasFields: Bool { tools?.hasFields == true }
}

extension RowState {
    /// Like `contains`, which is slower for an option set of another module.
    fileprivate func has(_ mark: RowState) -> Bool { rawValue & mark.rawValue != 0 }
}
