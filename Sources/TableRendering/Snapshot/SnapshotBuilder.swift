import Bytes
import CascadingTable

/// Asks the table for the parts of a page snapshot.
@TableActor
struct SnapshotBuilder {
    let tableView: TableView
    let marks: SessionRowStates
    /// A Boolean value that indicates whether rows and sections can be moved. Sorted or filtered ones cannot.
    private let allowsMoves: Bool
    private let fieldNames: [String]
    /// The names of the columns that the page shows, in its order.
    private let shownNames: [String]
    /// The shown columns whose values are links to other rows, by their indices.
    private let references: [(index: Int, column: TableViewColumn)]

    /// - Parameter hasLinks: Whether values that refer to other rows are links.
    init(_ tableView: TableView, hasLinks: Bool) {
        self.tableView = tableView
        marks = SessionRowStates(of: tableView)
        allowsMoves = marks.isEditing && tableView.answered == nil
        fieldNames = tableView.columns.map(\.name)
        let columns = tableView.shownColumns
        shownNames = columns.map(\.name)
        references = hasLinks ? columns.enumerated().filter { !$1.referenceColumns.isEmpty }.map { ($0, $1) } : []
    }

    /// Returns the line numbers; nil if the page has all lines.
    func lines(of window: TableWindow) -> ARIARowIndices? {
        ARIARowIndices(of: window, in: tableView) {
            allowsMoves && tableView.gestures.canMoveSection($0)
        }
    }

    /// The number of sections for which the index beside the table has an entry for each title. The headers of all of
    /// them are asked for.
    private static let outlinedSections = 4...1_000

    /// Returns the entries of the index beside the table: those of the table, or else the titles of four sections or more.
    func outline() -> [TableMetadata.OutlineEntry] {
        var entries = tableView.sectionIndex
        if entries.isEmpty, Self.outlinedSections.contains(tableView.numberOfSections) {
            entries = (0..<tableView.numberOfSections).compactMap { section in
                guard tableView.answered == nil || tableView.numberOfRows(inSection: section) > 0,
                    let title = tableView.headerView(forSection: section)?.title, !title.isEmpty
                else { return nil }
                return (title, section)
            }
            if entries.count < Self.outlinedSections.lowerBound { entries = [] }
        }
        let isCounted = tableView.countAccuracy == .exact
        return entries.map { title, section in
            .init(
                title: title, section: section,
                count: isCounted ? tableView.numberOfRows(inSection: section) : nil)
        }
    }

    /// Asks for a section and its rows.
    ///
    /// - Parameters:
    ///   - known: The rows, if they were read before; otherwise nil.
    ///   - read: The links of those rows, by the name of the column, as far as they were read.
    func section(
        _ part: TableWindow.Section, line: Int?, rows known: RowBatch? = nil, links read: [ExactString: RowLinks] = [:]
    ) -> SectionSnapshot {
        let responder = tableView.responder(inSection: part.section)
        let head = head(of: part, line: line, responder)
        let count = tableView.numberOfRows(inSection: part.section)
        var numbers = Array(part.rows)
        // A closure would check the actor for each row. The number of rows may be an estimate, so rows that were read
        // count more.
        if known == nil, numbers.max() ?? 0 >= count { numbers.removeAll { $0 >= count } }
        let height = responder.heightForEveryRow
        var tools: [Int: TableRow.Tools] = [:]
        var rows: RowBatch
        var read = read
        // Rows of a database that were read have no controls of their own, besides boxes.
        let asksEachRow = marks.isEditing && (known == nil || tableView.original.hosting.editing?.editor == nil)
        if !asksEachRow, let batch = responder.rows(at: numbers, known: known) {
            rows = batch.inColumns(fieldNames)
            if let height, height != .automatic { rows.setHeight(height) }
            for index in marks.isEditing ? numbers.indices : 0..<0 { tools[index] = .box }
        } else {
            read = [:]
            rows = RowBatch(fieldNames: fieldNames, capacity: numbers.count)
            for (index, number) in numbers.enumerated() {
                let place = TableRow.Place(section: part.section, row: number)
                let offered = ask(responder.row(number), of: place, height: height, into: &rows)
                if let offered { tools[index] = offered }
            }
            rows.finish()
        }
        var marks: [RowState] = []
        if !self.marks.arePlain {
            marks = numbers.indices.map {
                self.marks.marks(ofRow: rows.identifier(at: $0) ?? "", section: part.section, row: numbers[$0])
            }
        }
        return SectionSnapshot(
            part: part, head: head, foot: foot(below: head, of: part, responder),
            rows: rows.choosing(shownNames), numbers: numbers, marks: marks, tools: tools, links: links(in: rows, read))
    }

    private func links(in rows: RowBatch, _ read: [ExactString: RowLinks]) -> [RowLinks?] {
        guard !references.isEmpty else { return [] }
        var links: [RowLinks?] = Array(repeating: nil, count: shownNames.count)
        for (index, column) in references {
            links[index] = read[ExactString(column.name)] ?? tableView.links(from: column, in: rows)
        }
        return links
    }

    /// Asks for the header of a section.
    func head(of part: TableWindow.Section, line: Int?, _ responder: SectionResponder) -> SectionHeader {
        let header = responder.headerView
        let head = SectionHeader(
            index: part.section, identifier: responder.identifier, header: header,
            actions: SectionActions(of: header, edge: "header", section: part.section, responder),
            height: responder.headerHeight,
            count: tableView.numberOfRows(inSection: part.section), offset: part.rows.lowerBound,
            moves: moves(of: responder), line: line)
        if let header { responder.willDisplayHeader(header) }
        return head
    }

    /// Asks for the footer of a section.
    func foot(below head: SectionHeader, of part: TableWindow.Section, _ responder: SectionResponder) -> SectionFooter {
        // The footer follows the last row, so a page that ends earlier does not show it.
        let footer = part.rows.upperBound == head.count ? responder.footerView : nil
        let foot = SectionFooter(
            footer: footer, actions: SectionActions(of: footer, edge: "footer", section: part.section, responder),
            height: responder.footerHeight)
        if let footer { responder.willDisplayFooter(footer) }
        if let header = head.header { responder.didEndDisplayingHeader(header) }
        if let footer { responder.didEndDisplayingFooter(footer) }
        return foot
    }

    private func moves(of responder: SectionResponder) -> SectionMoves? {
        let section = responder.section
        guard allowsMoves, tableView.gestures.canMoveSection(section) else { return nil }
        return SectionMoves(
            up: section > 0 ? section - 1 : nil, down: section + 1 < tableView.numberOfSections ? section + 1 : nil,
            identifier: responder.lastingIdentifier)
    }

    /// Asks for one row.
    ///
    /// - Parameters:
    ///   - responder: Asks the data source and the delegate about the row.
    ///   - place: The place of the row.
    ///   - height: The height of every row of the section; nil if heights differ.
    ///   - rows: The batch to append the row to.
    /// - Returns: The controls of the row.
    private func ask(
        _ responder: RowResponder, of place: TableRow.Place, height: Height?, into rows: inout RowBatch
    ) -> TableRow.Tools? {
        let cell = responder.cell
        rows.append(cell, identifier: responder.identifier)
        let height = height ?? responder.height
        responder.willDisplay(cell)
        let isEnabled = cell.isEnabled
        let isSelectable = isEnabled && responder.isHighlightable
        let isFocusable = isEnabled && responder.isFocusable
        let indentationLevel = responder.indentationLevel
        let tools = tools(responder, place, isEnabled: isEnabled)
        responder.didEndDisplaying(cell)
        rows.setTraits(
            height: height, isSelectable: isSelectable, isFocusable: isFocusable, indentationLevel: indentationLevel)
        return tools
    }

    /// Asks for the controls of a row. A disabled row has only those of edit mode.
    private func tools(_ responder: RowResponder, _ place: TableRow.Place, isEnabled: Bool) -> TableRow.Tools? {
        guard isEnabled else {
            guard marks.isEditing else { return nil }
            return .init(
                actions: .init(), menuActions: [], expansion: nil, editing: editing(responder, place, isEnabled: false),
                hasPrimaryAction: false, hasFields: false)
        }
        let actions = responder.actions
        let menuActions = responder.menuActions
        let expansion = responder.expansion
        let editing = marks.isEditing ? editing(responder, place, isEnabled: true) : nil
        let hasPrimaryAction = responder.hasPrimaryAction
        let hasFields = !responder.fields.isEmpty
        let isAny =
            hasPrimaryAction || hasFields || expansion != nil || editing != nil || !menuActions.isEmpty
            || actions?.isEmpty == false
        guard isAny else { return nil }
        return .init(
            actions: actions ?? .init(), menuActions: menuActions, expansion: expansion, editing: editing,
            hasPrimaryAction: hasPrimaryAction, hasFields: hasFields)
    }

    private func editing(_ responder: RowResponder, _ place: TableRow.Place, isEnabled: Bool) -> TableRow.Editing {
        // Checkboxes take the place of buttons, as in UIKit.
        let isAsked = isEnabled && !tableView.original.allowsMultipleSelectionDuringEditing
        let style = isAsked ? responder.editingStyle : .none
        let canMove = isEnabled && allowsMoves && responder.isMovable
        return TableRow.Editing(
            style: style, deleteTitle: style == .delete ? responder.deleteTitle : nil,
            shouldIndent: responder.shouldIndentWhileEditing, moves: canMove ? moves(of: place) : nil)
    }

    /// Returns the places one step up and down. The first and last row of a section move to the next section.
    private func moves(of place: TableRow.Place) -> TableRow.Moves {
        let (section, row) = (place.section, place.row)
        var moves = TableRow.Moves()
        if row > 0 {
            moves.up = .init(section: section, row: row - 1)
        } else if section > 0 {
            moves.up = .init(section: section - 1, row: tableView.numberOfRows(inSection: section - 1))
        }
        if row + 1 < tableView.numberOfRows(inSection: section) {
            moves.down = .init(section: section, row: row + 1)
        } else if section + 1 < tableView.numberOfSections {
            moves.down = .init(section: section + 1, row: 0)
        }
        return moves
    }
}

extension TableRow.Tools {
    /// The box of a row without other controls.
    fileprivate static let box = TableRow.Tools(
        actions: .init(), menuActions: [], expansion: nil,
        editing: .init(style: .none, deleteTitle: nil, shouldIndent: true, moves: nil), hasPrimaryAction: false,
        hasFields: false)
}
