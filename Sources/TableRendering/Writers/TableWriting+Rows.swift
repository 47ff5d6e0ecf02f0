import CascadingTable

/// Rows, each taken over or asked for and written.
extension TableWriting {
    mutating func writeRows(
        of part: TableWindow.Section, count: Int, _ page: Page, into section: inout WrittenRows.Section,
        to writer: inout some TableWriter & ~Copyable
    ) {
        let rowHeight = tableView.heightForEveryRow(inSection: part.section)
        let reuse = page.reuse
        let known = reuse?.rows(of: part, line: section.line)
        let before = source?.section(of: part)?.rows ?? []
        section.rows.reserveCapacity(part.rows.count)
        var place = 0
        tableView.beginRows()
        while place < part.rows.count {
            if let known, let reuse, let run = reuse.run(from: place, of: part, in: known, for: page.visitor) {
                takeOver(run, of: known.section, from: reuse.source, into: &section, to: &writer)
                place += run.count
                continue
            }
            let row = part.row(at: place)
            if row < count {
                let index = section.rows.count
                write(.init(section: part.section, row: row), height: rowHeight, page, into: &section, to: &writer)
                if hasKnownNames, section.rows.count > index {
                    hasKnownNames = place < before.count && before[place].identifier == section.rows[index].identifier
                }
            }
            place += 1
        }
        tableView.endRows()
    }

    private func takeOver(
        _ run: Range<Int>, of written: WrittenRows.Section, from source: WrittenRows,
        into section: inout WrittenRows.Section, to writer: inout some TableWriter & ~Copyable
    ) {
        let (start, end) = (written.rows[run.lowerBound].start, written.rows[run.upperBound - 1].end)
        let shift = writer.count - section.start - start
        var heights: [Height] = []
        for place in run {
            var row = written.rows[place]
            row.start += shift
            row.end += shift
            if row.height != .automatic, !heights.contains(row.height) { heights.append(row.height) }
            section.append(row)
        }
        source.withBytes(written.start + start..<written.start + end) {
            writer.rows(repeating: $0, count: run.count, heights: heights)
        }
    }

    func write(
        _ place: TableRow.Place, height: Height?, _ page: Page, into section: inout WrittenRows.Section,
        to writer: inout some TableWriter & ~Copyable
    ) {
        let start = writer.count
        let questions = tableView.questions(forRowAt: IndexPath(row: place.row, section: place.section))
        let cell = questions.cell
        let identifier = questions.identifier
        let height = height ?? questions.height
        let marks = page.visitor.marks(ofRow: identifier, section: place.section, row: place.row)
        var row = TableRow(place, identifier: identifier, height: height, cell: cell, marks: marks)
        questions.willDisplay(row.cell)
        ask(questions, about: &row, page)
        writer.row(row)
        questions.didEndDisplaying(row.cell)
        section.append(
            .init(
                identifier: identifier, height: height, start: start - section.start,
                end: writer.count - section.start, marks: marks, isPersonal: questions.takePersonalReads()))
    }

    /// Asks for what a row is shown with beside its cell; one that is disabled for little of it.
    private func ask(_ questions: RowQuestions, about row: inout TableRow, _ page: Page) {
        let isEnabled = row.cell.isEnabled
        if isEnabled {
            row.isSelectable = questions.isHighlightable
            row.isFocusable = questions.isFocusable
        }
        row.indentationLevel = questions.indentationLevel
        if isEnabled {
            questions.add(to: &row.actions)
            row.menuActions = questions.menuActions
            row.expansion = questions.expansion
        }
        if page.visitor.isEditing { row.editing = editing(questions, row.place, page, isEnabled: isEnabled) }
        if isEnabled {
            row.hasPrimaryAction = questions.hasPrimaryAction
            row.hasFields = !questions.fields.isEmpty
        }
    }

    private func editing(
        _ questions: RowQuestions, _ place: TableRow.Place, _ page: Page, isEnabled: Bool
    ) -> TableRow.Editing {
        let style = isEnabled ? questions.editingStyle : .none
        // Where rows are in another order than their own there is nowhere to move them.
        let canMove = isEnabled && !page.context.isArranged && questions.isMovable
        return TableRow.Editing(
            style: style, deleteTitle: style == .delete ? questions.deleteTitle : nil,
            shouldIndent: questions.shouldIndentWhileEditing, moves: canMove ? moves(of: place) : nil
        )
    }

    /// One step up or down, out of the section where the row is its first or last.
    private func moves(of place: TableRow.Place) -> Moves<TableRow.Place> {
        let (section, row) = (place.section, place.row)
        var moves = Moves<TableRow.Place>()
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

extension WrittenRows.Section {
    fileprivate mutating func append(_ row: consuming WrittenRows.Row) {
        if row.height != .automatic, !rowHeights.contains(row.height) { rowHeights.append(row.height) }
        if row.isPersonal || row.marks.rawValue != 0 { isCommon = false }
        rows.append(row)
    }
}

extension TableRow {
    /// A row of which no more is known yet.
    fileprivate init(
        _ place: Place, identifier: String, height: Height, cell: consuming TableViewCell, marks: RowMarks
    ) {
        let isEnabled = cell.isEnabled
        self.init(
            place: place, identifier: identifier, height: height, cell: cell, isSelectable: false,
            isSelected: marks.contains(.selected), isFocusable: false,
            isPreferredForFocus: isEnabled && marks.contains(.preferredForFocus), indentationLevel: 0,
            actions: TableView.RowActions(), menuActions: [], expansion: nil, isExpanded: marks.contains(.expanded),
            editing: nil, hasPrimaryAction: false, hasFields: false)
    }
}
