public import CascadingTable

extension TableView {
    /// Writes a page of the table: asks for each header, cell, height and name once, in reading order.
    ///
    /// Rows that have to be loaded are loaded before (`prefetch(rowsAt:)`).
    public func write<Writer: TableWriter & ~Copyable>(_ window: TableWindow, to writer: inout Writer) {
        let columns = columns
        let isArranged = window.arrangement != nil
        let lines =
            Writer.numbersLines
            ? TableLines(of: window, in: self) { !isArranged && moves(ofSection: $0) != nil } : nil
        var identifiers: Set<String> = []
        var sectionIdentifiers: Set<String> = []
        writer.beginTable(
            TableHead(
                title: title, columns: columns, revision: revision, count: window.arrangement?.count ?? numberOfRows,
                query: window.arrangement?.query, total: numberOfRows, queryOptions: queryOptions,
                queryColumns: queryColumns,
                offset: window.offset,
                windowCount: window.sections.reduce(0) { $0 + $1.rows.count }, lineCount: lines?.count,
                appearance: appearance,
                isEditing: showsEditing,
                sectionIndex: sectionIndex.filter { entry in
                    window.arrangement.map { $0.section(entry.section) != nil } ?? true
                }, canRefresh: refreshHandler != nil,
                language: language ?? traits.language,
                multipleSelection: allowsMultipleSelection
                    ? .init(limit: selectionLimit, count: numberOfSelectedRows) : nil))
        for section in window.sections {
            if !sectionIdentifiers.insert(identifier(forSection: section.section)).inserted {
                anomalies.report(
                    Anomaly(.duplicateIdentifier, "Several sections of a page have that of section \(section.section).")
                )
            }
            write(
                section, isArranged: isArranged, line: lines?.sections[section.section], to: &writer,
                identifiers: &identifiers)
        }
        writer.endTable()
    }

    private func write(
        _ part: TableWindow.Section, isArranged: Bool, line: Int?, to writer: inout some TableWriter & ~Copyable,
        identifiers: inout Set<String>
    ) {
        let section = part.section
        let rowCount = numberOfRows(inSection: section)
        let count = part.count ?? rowCount
        let header = headerView(forSection: section)
        if let header { delegate?.tableView(self, willDisplayHeaderView: header, forSection: section) }
        writer.beginSection(
            SectionHead(
                index: section, identifier: identifier(forSection: section), header: header,
                height: height(forHeaderInSection: section), count: count, offset: part.rows.lowerBound,
                moves: isArranged ? nil : moves(ofSection: section), line: line))
        let rowHeight = heightForEveryRow(inSection: section)
        for indexPath in part.indexPaths where indexPath.row < rowCount {
            write(indexPath, height: rowHeight, isArranged: isArranged, to: &writer, identifiers: &identifiers)
        }
        // The footer belongs to the last row, so a page that ends before it does not show it.
        let footer = part.rows.upperBound == count ? footerView(forSection: section) : nil
        if let footer { delegate?.tableView(self, willDisplayFooterView: footer, forSection: section) }
        writer.endSection(SectionFoot(footer: footer, height: height(forFooterInSection: section)))
        if let header { delegate?.tableView(self, didEndDisplayingHeaderView: header, forSection: section) }
        if let footer { delegate?.tableView(self, didEndDisplayingFooterView: footer, forSection: section) }
    }

    private func write(
        _ indexPath: IndexPath, height: Height?, isArranged: Bool, to writer: inout some TableWriter & ~Copyable,
        identifiers: inout Set<String>
    ) {
        let questions = questions(forRowAt: indexPath)
        guard let cell = questions.cell else { return }
        let identifier = questions.identifier
        if !identifiers.insert(identifier).inserted {
            anomalies.report(
                Anomaly(
                    .duplicateIdentifier, "Several rows of a page have the identifier \(identifier).",
                    indexPath: indexPath))
        }
        let isEnabled = cell.isEnabled
        questions.display(cell) {
            writer.row(
                TableRow(
                    indexPath: indexPath, identifier: identifier, height: height ?? questions.height, cell: cell,
                    isSelectable: isEnabled && questions.isHighlightable,
                    isSelected: isSelected(identifier: identifier),
                    isFocusable: isEnabled && questions.isFocusable,
                    isPreferredForFocus: isEnabled && preferredFocusedRow == indexPath,
                    indentationLevel: questions.indentationLevel,
                    actions: isEnabled ? questions.actions : RowActions(),
                    menuActions: isEnabled ? questions.menuActions : [],
                    expansion: isEnabled ? questions.expansion : nil,
                    isExpanded: showsExpanded(identifier: identifier),
                    editing: showsEditing ? editing(questions, isEnabled: isEnabled, isArranged: isArranged) : nil,
                    hasPrimaryAction: isEnabled && questions.hasPrimaryAction,
                    hasFields: isEnabled && !questions.fields.isEmpty))
        }
    }

    /// - Parameter isArranged: whether rows are in another order than their own, in which there is nowhere to move them.
    private func editing(_ questions: RowQuestions, isEnabled: Bool, isArranged: Bool) -> TableRow.Editing {
        let style = isEnabled ? questions.editingStyle : .none
        return TableRow.Editing(
            style: style, deleteTitle: style == .delete ? questions.deleteTitle : nil,
            shouldIndent: questions.shouldIndentWhileEditing,
            moves: isEnabled && !isArranged && questions.isMovable ? moves(ofRowAt: questions.indexPath) : nil)
    }

    /// One step up or down, out of the section where the row is its first or last.
    private func moves(ofRowAt indexPath: IndexPath) -> Moves<IndexPath> {
        let (section, row) = (indexPath.section, indexPath.row)
        var moves = Moves<IndexPath>()
        if row > 0 {
            moves.up = IndexPath(row: row - 1, section: section)
        } else if section > 0 {
            moves.up = IndexPath(row: numberOfRows(inSection: section - 1), section: section - 1)
        }
        if row + 1 < numberOfRows(inSection: section) {
            moves.down = IndexPath(row: row + 1, section: section)
        } else if section + 1 < numberOfSections {
            moves.down = IndexPath(row: 0, section: section + 1)
        }
        return moves
    }

    private func moves(ofSection section: Int) -> Moves<Int>? {
        guard showsEditing, canMoveSection(section) else { return nil }
        return Moves(
            up: section > 0 ? section - 1 : nil, down: section + 1 < numberOfSections ? section + 1 : nil)
    }
}
