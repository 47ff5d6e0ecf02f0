public import CascadingTable

/// The next page, made of the one before where all that happened is that rows were reloaded.
extension WrittenRows {
    /// Whether nothing but rows was reloaded since, and no row on the page is one visitor's own.
    public func canBeRevised(in tableView: TableView) -> Bool {
        isCommon && !context.isArranged && tableView.reloadedRows(since: revision) != nil
    }

    /// Writes the rows that were reloaded since, with header and footer of their sections, into their places.
    ///
    /// - Returns: whether the page is that of now. Where more has changed than that, nothing is done and the page has to
    ///   be written as a whole.
    public func revise(in tableView: TableView) -> Bool {
        let now = tableView.revision
        guard isCommon, !context.isArranged, let reloaded = tableView.reloadedRows(since: revision),
            reloaded.count <= Self.maxReloaded, let stale = staleParts(of: reloaded)
        else { return false }
        let visitor = VisitorMarks(of: tableView)
        guard visitor.arePlain, visitor.isEditing == context.isEditing, haveLines(reloaded, in: tableView),
            isLoaded(stale, in: tableView), let writer = writer.take()
        else { return false }
        switch consume writer {
        case .html(var html):
            if let edits = rewritten(stale, for: visitor, in: tableView, by: &html), tableView.revision == now {
                apply(edits, from: &html.output, at: now)
            }
            html.output.removeAll()
            self.writer = .html(html)
        case .json(var json):
            if let edits = rewritten(stale, for: visitor, in: tableView, by: &json), tableView.revision == now {
                apply(edits, from: &json.output, at: now)
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
            let written = sections[place].part
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
            let written = sections[part.section].part
            for place in part.rows { rows.append(IndexPath(row: written.row(at: place), section: written.section)) }
        }
        return rows.isEmpty || tableView.prefetch(rowsAt: rows) == nil
    }

    /// A part of the page, and what is written in its place.
    fileprivate struct Edit: Comparable {
        var range: Range<Int>
        /// Where that is in what the writer has written.
        var source: Range<Int>

        var growth: Int { source.count - range.count }

        static func < (left: Edit, right: Edit) -> Bool { left.range.lowerBound < right.range.lowerBound }
    }

    /// Writes what is stale; nil where something is another than before that other parts of the page are made from.
    private func rewritten<Writer: TableWriter & ~Copyable>(
        _ parts: [StalePart], for visitor: VisitorMarks, in tableView: TableView, by writer: inout Writer
    ) -> [Edit]? {
        let asking = TableAsking(again: self, for: visitor, in: tableView)
        var edits: [Edit] = []
        for part in parts {
            let section = sections[part.section]
            let index = section.part.section
            guard tableView.identifier(forSection: index) == section.identifier else { return nil }
            let origin = offset + section.start
            writer.resume(beforeSectionThatIsFirst: part.section == 0)
            var start = writer.count
            let head = asking.head(
                of: section.part, identifier: section.identifier, count: tableView.numberOfRows(inSection: index),
                line: section.line)
            guard head.writtenHeight == section.headerHeight else { return nil }
            writer.beginSection(head)
            edits.append(Edit(range: origin..<origin + section.rows[0].start, source: start..<writer.count))
            let height = tableView.heightForEveryRow(inSection: index)
            tableView.beginRows()
            var next = 0
            for place in part.rows {
                writer.skip(place - next)
                next = place + 1
                start = writer.count
                let before = section.rows[place]
                let row = asking.ask(
                    for: .init(section: index, row: section.part.row(at: place)), height: height)
                guard row.replaces(before) else {
                    tableView.endRows()
                    return nil
                }
                writer.row(row)
                edits.append(
                    Edit(range: origin + before.start..<origin + before.end, source: start..<writer.count))
            }
            tableView.endRows()
            writer.skip(section.rows.count - next)
            start = writer.count
            let foot = asking.foot(below: head, of: section.part)
            guard foot.writtenHeight == section.footerHeight else { return nil }
            writer.endSection(foot)
            let end = origin + section.rows[section.rows.count - 1].end
            edits.append(Edit(range: end..<offset + section.end, source: start..<writer.count))
        }
        return tableView.commonReads.isSubset(of: .traits) ? edits : nil
    }

    private func apply(_ rewritten: [Edit], from output: inout ByteWriter, at now: UInt64) {
        var edits = rewritten
        let start = output.count
        output.integer(now)
        for stamp in page.stamps { edits.append(Edit(range: stamp, source: start..<output.count)) }
        edits.sort()
        var growth = 0
        var hasMoved = false
        for edit in edits {
            growth += edit.growth
            hasMoved = hasMoved || edit.growth != 0
        }
        page.bytes = output.replacing(edits, in: page.bytes, growth: growth)
        revision = now
        if hasMoved { move(by: edits) }
    }

    /// Notes where everything is once parts of the page are longer or shorter.
    private func move(by edits: [Edit]) {
        func moved(_ place: Int) -> Int {
            var moved = place
            for edit in edits {
                guard edit.range.lowerBound < place else { break }
                moved += edit.growth
            }
            return moved
        }
        let newOffset = moved(offset)
        for index in page.stamps.indices {
            page.stamps[index] = moved(page.stamps[index].lowerBound)..<moved(page.stamps[index].upperBound)
        }
        for index in sections.indices {
            let origin = offset + sections[index].start
            let newOrigin = moved(origin)
            for row in sections[index].rows.indices {
                sections[index].rows[row].start = moved(origin + sections[index].rows[row].start) - newOrigin
                sections[index].rows[row].end = moved(origin + sections[index].rows[row].end) - newOrigin
            }
            sections[index].end = moved(offset + sections[index].end) - newOffset
            sections[index].start = newOrigin - newOffset
        }
        offset = newOffset
    }
}

extension TableRow {
    /// Whether it stands in the place of that row as far as anything else on the page is made from it.
    fileprivate func replaces(_ before: WrittenRows.Row) -> Bool {
        identifier == before.identifier && height == before.height && marks == before.marks && !isPersonal
    }
}

extension TableWriter where Self: ~Copyable {
    /// Goes on as if so many rows more had been written.
    fileprivate mutating func skip(_ count: Int) {
        if count > 0 { rows(repeating: UnsafeRawBufferPointer(start: nil, count: 0), count: count, heights: []) }
    }
}

extension ByteWriter {
    /// A page, parts of it replaced by parts of what was written.
    ///
    /// - Parameter edits: in the order of the page.
    fileprivate borrowing func replacing(_ edits: [WrittenRows.Edit], in page: [UInt8], growth: Int) -> [UInt8] {
        withBytes { written in
            page.withUnsafeBytes { page in
                [UInt8](unsafeUninitializedCapacity: page.count + growth) { place, count in
                    var rest = UnsafeMutableRawBufferPointer(place)
                    func copy(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
                        rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
                        rest = UnsafeMutableRawBufferPointer(rebasing: rest[range.count...])
                    }
                    var kept = 0
                    for edit in edits {
                        copy(page, kept..<edit.range.lowerBound)
                        copy(written, edit.source)
                        kept = edit.range.upperBound
                    }
                    copy(page, kept..<page.count)
                    count = page.count + growth
                }
            }
        }
    }
}
