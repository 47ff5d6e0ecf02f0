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
    /// - Returns: whether the page is that of now. Where more has changed than that, nothing is done and the page has to
    ///   be written as a whole.
    public func revise(_ reloaded: [IndexPath], in tableView: TableView) -> Bool {
        let now = tableView.revision
        guard reloaded.count <= Self.maxReloaded, let stale = staleParts(of: reloaded) else { return false }
        let visitor = plainMarks.flatMap { $0.hold(in: tableView) ? $0 : nil } ?? VisitorMarks(of: tableView)
        guard visitor.arePlain, visitor.isEditing == context.isEditing, haveLines(reloaded, in: tableView),
            isLoaded(stale, in: tableView)
        else { return false }
        plainMarks = visitor
        let writer = writer.take() ?? PageWriter(format, of: head)
        switch consume writer {
        case .html(var html):
            if let parts = rewritten(stale, for: visitor, in: tableView, by: &html), tableView.revision == now {
                replace(parts, from: &html.output, at: now)
            }
            html.output.removeAll()
            self.writer = .html(html)
        case .json(var json):
            if let parts = rewritten(stale, for: visitor, in: tableView, by: &json), tableView.revision == now {
                replace(parts, from: &json.output, at: now)
            }
            json.output.removeAll()
            self.writer = .json(json)
        }
        return revision == now
    }

    /// What is stale of one section of the page, by places among those written.
    private struct StalePart {
        var section: Int
        var rows: [Int] = []
    }

    /// Of many rows, the sets of ``RowReuse`` know sooner whether they stand on the page.
    private static let maxReloaded = 32

    private func staleParts(of reloaded: [IndexPath]) -> [StalePart]? {
        var parts: [StalePart] = []
        for place in sections.indices {
            let written = sections[place].outline.part
            var part: StalePart?
            for row in reloaded where row.section == written.section {
                if part == nil { part = StalePart(section: place) }
                if written.rows.contains(row.row) { part?.rows.append(row.row - written.rows.lowerBound) }
            }
            guard var part else { continue }
            guard written.rows.count == sections[place].rows.count, !written.rows.isEmpty else { return nil }
            if part.rows.count > 1 { part.rows = Set(part.rows).sorted() }
            parts.append(part)
        }
        return parts
    }

    /// Whether lines are numbered as before, for which what stands above and below a section counts on every page.
    private func haveLines(_ reloaded: [IndexPath], in tableView: TableView) -> Bool {
        guard let lines else { return true }
        return lines.hold(forSectionsOf: reloaded, in: tableView) { context.isEditing && tableView.canMoveSection($0) }
    }

    /// Whether nothing has to be loaded before those rows are asked for.
    private func isLoaded(_ parts: [StalePart], in tableView: TableView) -> Bool {
        var rows: [IndexPath] = []
        for part in parts {
            let written = sections[part.section].outline.part
            for place in part.rows { rows.append(IndexPath(row: written.row(at: place), section: written.section)) }
        }
        return rows.isEmpty || tableView.prefetch(rowsAt: rows) == nil
    }

    /// What has become another.
    private struct RewrittenParts {
        var edits: [EditedBytes.Edit] = []
        /// What sections are now beside their rows.
        var outlines: [(section: Int, outline: SectionOutline)] = []
    }

    /// Writes what is stale; nil where something is another than before that other parts of the page are made from.
    private func rewritten<Writer: TableWriter & ~Copyable>(
        _ parts: [StalePart], for visitor: VisitorMarks, in tableView: TableView, by writer: inout Writer
    ) -> RewrittenParts? {
        let asking = TableAsking(again: self, for: visitor, in: tableView)
        var rewritten = RewrittenParts()
        rewritten.edits.reserveCapacity(4)
        for part in parts {
            let section = sections[part.section]
            let outline = section.outline
            let index = outline.part.section
            let questions = tableView.questions(inSection: index)
            guard questions.identifier == outline.identifier else { return nil }
            let origin = offset + section.start
            writer.resume(beforeSectionThatIsFirst: part.section == 0)
            let head = asking.head(
                of: outline.part, identifier: outline.identifier, count: tableView.numberOfRows(inSection: index),
                line: outline.line, questions)
            guard head.writtenHeight == outline.head.writtenHeight else { return nil }
            let hasOtherHead = head != outline.head
            // It is written for the number of the next line, too.
            if hasOtherHead || head.line != nil {
                let start = writer.count
                writer.beginSection(head)
                rewritten.edits.append(
                    .init(range: origin..<origin + section.rows[0].start, source: start..<writer.count))
            }
            let height = questions.heightForEveryRow
            tableView.beginRows()
            var next = 0
            for place in part.rows {
                writer.skip(place - next)
                next = place + 1
                let before = section.rows[place]
                let number = outline.part.row(at: place)
                let rows = AskedRows(capacity: 1)
                asking.ask(
                    questions.row(number), of: .init(section: index, row: number), height: height, into: rows)
                guard rows.names[0] == outline.names[place], rows.base[0].replaces(before) else {
                    tableView.endRows()
                    return nil
                }
                let start = writer.count
                writer.row(rows[0])
                rewritten.edits.append(
                    .init(range: origin + before.start..<origin + before.end, source: start..<writer.count))
            }
            tableView.endRows()
            writer.skip(section.rows.count - next)
            let foot = asking.foot(below: head, of: outline.part, questions)
            guard foot.writtenHeight == outline.foot.writtenHeight else { return nil }
            let hasOtherFoot = foot != outline.foot
            if hasOtherFoot {
                let start = writer.count
                writer.endSection(foot)
                let end = origin + section.rows[section.rows.count - 1].end
                rewritten.edits.append(.init(range: end..<offset + section.end, source: start..<writer.count))
            }
            if hasOtherHead || hasOtherFoot {
                let outline = SectionOutline(part: outline.part, head: head, foot: foot, names: outline.names)
                rewritten.outlines.append((part.section, outline))
            }
        }
        return tableView.commonReads.isSubset(of: .traits) ? rewritten : nil
    }

    /// With more bytes, putting the pages together would cost more than doing that once for all of them now and then.
    private static let maxPatch = 8192

    /// Makes the page that of a revision.
    private func replace(_ parts: RewrittenParts, from output: inout ByteWriter, at now: UInt64) {
        var edits = parts.edits
        let start = output.count
        output.integer(now)
        for stamp in stamps { edits.append(.init(range: stamp, source: start..<output.count)) }
        output.withBytes { bytes.replace(edits, from: $0) }
        for (section, outline) in parts.outlines { sections[section].outline = outline }
        revision = now
        if bytes.patchCount > Self.maxPatch { join() }
    }

    /// Writes the page in one piece, so that everything is where it is noted to be.
    func join() {
        let edits = bytes.edits
        guard !edits.isEmpty else { return }
        bytes = EditedBytes(bytes.joined())
        var moved = MovedPlaces(by: edits)
        for index in stamps.indices {
            stamps[index] = moved[stamps[index].lowerBound]..<moved[stamps[index].upperBound]
        }
        moved = MovedPlaces(by: edits)
        let newOffset = moved[offset]
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
        offset = newOffset
    }
}

/// Where places of a page are once parts of it are longer or shorter, for places asked for in order.
private struct MovedPlaces {
    private let edits: [EditedBytes.Edit]
    private var next = 0
    private var growth = 0

    init(by edits: [EditedBytes.Edit]) { self.edits = edits }

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

extension TableRow.Answers {
    /// Whether it stands in the place of that row of the same name as far as anything else on the page is made from it.
    fileprivate func replaces(_ before: WrittenRows.Row) -> Bool {
        height == before.height && marks == before.marks && !isPersonal
    }
}

extension TableWriter where Self: ~Copyable {
    /// Goes on as if so many rows more had been written.
    fileprivate mutating func skip(_ count: Int) {
        if count > 0 { rows(repeating: UnsafeRawBufferPointer(start: nil, count: 0), count: count, heights: []) }
    }
}
