public import CascadingTable

/// The next page, made of the one before where all that happened is that rows were reloaded.
extension WrittenRows {
    /// The rows that were reloaded since, where nothing else was and no row on the page is one visitor's own.
    public func reloadedRows(in tableView: TableView) -> [IndexPath]? {
        isCommon && !context.isArranged ? tableView.reloadedRows(since: revision) : nil
    }

    /// Writes the rows that were reloaded since (``reloadedRows(in:)``), with header and footer of their sections where
    /// these are others, into their places.
    ///
    /// - Returns: the page of now; nil where more has changed than that: then nothing is done, and the page has to be
    ///   written as a whole.
    public func revise(_ reloaded: [IndexPath], in tableView: TableView) -> EditedBytes? {
        let now = tableView.revision
        guard reloaded.count <= Self.maxReloaded, let stale = staleRows(of: reloaded) else { return nil }
        var visitor = VisitorMarks?.none
        if let plainMarks, plainMarks.hold(in: tableView) { visitor = plainMarks }
        let asking = PartAsking(
            tableView: tableView, visitor: visitor ?? VisitorMarks(of: tableView), isArranged: context.isArranged)
        guard asking.visitor.arePlain, asking.visitor.isEditing == context.isEditing,
            haveLines(reloaded, in: tableView), isLoaded(reloaded, stale, in: tableView)
        else { return nil }
        if visitor == nil { plainMarks = asking.visitor }
        let writer = writer ?? PageWriter(format, of: head)
        self.writer = nil
        defer { self.writer = writer }
        return switch writer {
        case .html(let writer): revise(stale, asking, by: &writer.tools, at: now)
        case .json(let writer): revise(stale, asking, by: &writer.tools, at: now)
        }
    }

    private func revise<Writer: RevisingTableWriter & ~Copyable>(
        _ stale: [StaleRow], _ asking: PartAsking, by tools: inout PartsWriter<Writer>.Tools, at now: UInt64
    ) -> EditedBytes? {
        var page: EditedBytes?
        if rewrite(stale, asking, by: &tools.writer, tools.rows, noting: &tools.parts),
            asking.tableView.revision == now
        {
            page = replace(&tools.parts, from: &tools.writer, at: now)
        }
        tools.reset()
        return page
    }

    /// A stale row, by places among what is written.
    private struct StaleRow: Hashable {
        var section: Int
        /// Nil for one that is not on the page, though its section is.
        var row: Int?
    }

    /// Of many rows, the sets of ``RowReuse`` know sooner whether they stand on the page.
    private static let maxReloaded = 32

    /// Those in sections of the page, in its order; nil where not all that is to be shown of such a section is written.
    private func staleRows(of reloaded: [IndexPath]) -> [StaleRow]? {
        var stale: [StaleRow] = []
        stale.reserveCapacity(reloaded.count)
        let sections = sections
        for indexPath in reloaded {
            let (section, row) = (indexPath.section, indexPath.row)
            for place in sections.indices where sections[place].outline.part.section == section {
                let rows = sections[place].outline.part.rows
                guard rows.count == sections[place].rows.count, !rows.isEmpty else { return nil }
                stale.append(StaleRow(section: place, row: rows.contains(row) ? row - rows.lowerBound : nil))
            }
        }
        guard stale.count > 1 else { return stale }
        return Set(stale).sorted { ($0.section, $0.row ?? -1) < ($1.section, $1.row ?? -1) }
    }

    /// Whether lines are numbered as before, for which what stands above and below a section counts on every page.
    private func haveLines(_ reloaded: [IndexPath], in tableView: TableView) -> Bool {
        guard let lines else { return true }
        return lines.hold(forSectionsOf: reloaded, in: tableView) { context.isEditing && tableView.canMoveSection($0) }
    }

    /// Whether nothing has to be loaded before those of the rows that stand on the page are asked for.
    private func isLoaded(_ reloaded: [IndexPath], _ stale: [StaleRow], in tableView: TableView) -> Bool {
        var rows = reloaded
        if rows.count != 1 || stale.first?.row == nil {
            rows = stale.compactMap { stale in
                stale.row.map {
                    let part = sections[stale.section].outline.part
                    return IndexPath(row: part.row(at: $0), section: part.section)
                }
            }
        }
        return rows.isEmpty || tableView.prefetch(rowsAt: rows) == nil
    }

    /// Asks again for what is stale, and writes what is another than before.
    ///
    /// - Returns: whether that is all; not where something is another that other parts of the page are made from.
    private func rewrite<Writer: RevisingTableWriter & ~Copyable>(
        _ stale: [StaleRow], _ asking: PartAsking, by writer: inout Writer, _ rows: AskedRows,
        noting parts: inout RewrittenParts
    ) -> Bool {
        let tableView = asking.tableView
        let sections = sections
        var next = 0
        while next < stale.count {
            let place = stale[next].section
            let outline = sections[place].outline
            let index = outline.part.section
            let questions = tableView.questions(inSection: index)
            guard questions.identifier == outline.identifier else { return false }
            let origin = offset + sections[place].start
            writer.resume(beforeSectionThatIsFirst: place == 0)
            let head = asking.head(
                of: outline.part, identifier: outline.identifier, count: tableView.numberOfRows(inSection: index),
                line: outline.line, questions, after: outline.head)
            guard head.writtenHeight == outline.head.writtenHeight else { return false }
            let hasOtherHead = head !== outline.head
            // It is written for the number of the next line, too.
            if hasOtherHead || head.line != nil {
                let start = writer.count
                writer.beginSection(head)
                parts.note(origin..<origin + sections[place].rows[0].start, start..<writer.count)
            }
            let height = questions.heightForEveryRow
            var written = 0
            tableView.beginRows()
            while next < stale.count, stale[next].section == place {
                defer { next += 1 }
                guard let row = stale[next].row else { continue }
                writer.skip(row - written)
                written = row + 1
                let number = outline.part.row(at: row)
                rows.removeAll()
                asking.ask(questions.row(number), of: .init(section: index, row: number), height: height, into: rows)
                guard rows.names[0] == outline.names[row], rows[0].replaces(sections[place].rows[row]) else {
                    tableView.endRows()
                    return false
                }
                let start = writer.count
                writer.row(rows[0])
                let before = sections[place].rows[row]
                parts.note(origin + before.start..<origin + before.end, start..<writer.count)
            }
            tableView.endRows()
            writer.skip(sections[place].rows.count - written)
            let foot = asking.foot(below: head, of: outline.part, questions, after: outline.foot)
            guard foot.writtenHeight == outline.foot.writtenHeight else { return false }
            let hasOtherFoot = foot !== outline.foot
            if hasOtherFoot {
                let start = writer.count
                writer.endSection(foot)
                let end = origin + sections[place].rows[sections[place].rows.count - 1].end
                parts.note(end..<offset + sections[place].end, start..<writer.count)
            }
            if hasOtherHead || hasOtherFoot {
                let outline = SectionOutline(part: outline.part, head: head, foot: foot, names: outline.names)
                parts.outlines.append((place, outline))
            }
        }
        return tableView.commonReads.isSubset(of: .traits)
    }

    /// With more bytes, putting the pages together would cost more than doing that once for all of them now and then.
    private static let maxEdited = 24_576

    /// Makes the page that of a revision.
    private func replace<Writer: RevisingTableWriter & ~Copyable>(
        _ parts: inout RewrittenParts, from writer: inout Writer, at now: UInt64
    ) -> EditedBytes {
        let start = writer.output.count
        writer.output.integer(now)
        for stamp in stamps { parts.note(stamp, start..<writer.output.count) }
        var page = writer.output.withBytes { parts.replace(from: $0, in: &editor) }
        if !parts.outlines.isEmpty {
            var sections = sections
            self.sections = []
            for (section, outline) in parts.outlines { sections[section].outline = outline }
            self.sections = sections
        }
        revision = now
        if page.editedCount > Self.maxEdited { page = join() }
        return page
    }

    /// Writes the page in one piece, so that everything is where it is noted to be.
    @discardableResult
    func join() -> EditedBytes {
        let edits = editor.edits
        guard !edits.isEmpty else { return bytes }
        editor = BytesEditor(bytes.joined())
        var moved = MovedPlaces(by: edits)
        stamps = stamps.map { moved[$0.lowerBound]..<moved[$0.upperBound] }
        moved = MovedPlaces(by: edits)
        let newOffset = moved[offset]
        var sections = sections
        self.sections = []
        for index in sections.indices {
            let origin = offset + sections[index].start
            let newOrigin = moved[origin]
            for row in sections[index].rows.indices {
                sections[index].rows[row].start = moved[origin + sections[index].rows[row].start] - newOrigin
                sections[index].rows[row].end = moved[origin + sections[index].rows[row].end] - newOrigin
            }
            sections[index].end = moved[offset + sections[index].end] - newOffset
            sections[index].start = newOrigin - newOffset
        }
        self.sections = sections
        offset = newOffset
        return bytes
    }
}

/// Where places of a page are once parts of it are longer or shorter, for places asked for in order.
private struct MovedPlaces {
    private let edits: Edits
    private var next = 0
    private var growth = 0

    init(by edits: Edits) { self.edits = edits }

    subscript(_ place: Int) -> Int {
        mutating get {
            while next < edits.count, edits[next].range.lowerBound < place {
                growth += edits[next].growth
                next += 1
            }
            return place + growth
        }
    }
}

extension TableRow {
    /// Whether it stands in the place of that row of the same name as far as anything else on the page is made from it.
    fileprivate func replaces(_ before: WrittenRows.Row) -> Bool {
        height == before.height && marks == before.marks && !isPersonal
    }
}

extension RevisingTableWriter where Self: ~Copyable {
    /// Goes on as if so many rows more had been written.
    fileprivate mutating func skip(_ count: Int) {
        if count > 0 { rows(repeating: UnsafeRawBufferPointer(start: nil, count: 0), count: count, heights: []) }
    }
}
