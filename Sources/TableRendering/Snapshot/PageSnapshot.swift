package import CascadingTable

/// The contents of a page, independent of the table. Writers turn them into HTML, JSON or text.
///
/// The snapshot is taken on the table actor. Afterwards any thread can write it, as often as needed.
///
/// ```swift
/// let snapshot = PageSnapshot(of: window, in: tableView, numberingLines: true)
/// snapshot.write(to: &writer)
/// ```
package final class PageSnapshot: Sendable {
    /// The rows of the page.
    package let window: TableWindow
    let head: TableMetadata
    let sections: [SectionSnapshot]

    /// The revision of the table.
    package var revision: UInt64 { head.revision }

    /// A Boolean value that indicates whether the table is in edit mode.
    package var isEditing: Bool { head.isEditing }

    /// A Boolean value that indicates whether the page has the beginning of a longer value.
    package var hasTruncatedValues: Bool {
        sections.contains { section in
            section.rows.others.contains { if case .excerpt(let excerpt) = $0 { excerpt.isTruncated } else { false } }
        }
    }

    /// Takes a snapshot of a page. Asks for each header, cell, height and identifier once, in reading order.
    ///
    /// Rows that must be loaded must be in memory before (`prefetch(rowsAt:)`).
    ///
    /// - Parameters:
    ///   - window: The rows of the page.
    ///   - tableView: The table.
    ///   - numberingLines: Whether the format numbers lines. This asks for all headers and footers of the table.
    @TableActor
    package convenience init(of window: TableWindow, in tableView: TableView, numberingLines: Bool) {
        self.init(of: TablePage(window), in: tableView, numberingLines: numberingLines)
    }

    /// Takes a snapshot of a page with the rows that were read for it.
    ///
    /// - Parameter hasLinks: Whether values that refer to rows of other tables are links, and sections have an index. The
    ///   data source is asked for them.
    @TableActor
    package init(of page: TablePage, in tableView: TableView, numberingLines: Bool, hasLinks: Bool = false) {
        let window = page.window
        self.window = window
        let builder = SnapshotBuilder(tableView, hasLinks: hasLinks)
        let lines = numberingLines ? builder.lines(of: window) : nil
        var sections: [SectionSnapshot] = []
        sections.reserveCapacity(window.sections.count)
        for part in window.sections {
            sections.append(
                builder.section(
                    part, line: lines?.sections[part.section], rows: page.rows[part.section],
                    links: page.links[part.section] ?? [:]))
        }
        self.sections = sections
        var head = TableMetadata(
            of: window, in: tableView, isEditing: builder.marks.isEditing, lineCount: lines?.count)
        for section in sections { section.addContents(to: &head.contents) }
        if hasLinks { head.outline = builder.outline() }
        self.head = head
    }

    /// The duplicate identifiers of sections and rows, as anomalies to report.
    package var duplicates: [Anomaly] {
        var anomalies: [Anomaly] = []
        var names = Set<String>(minimumCapacity: sections.count)
        for section in sections where !names.insert(section.head.identifier).inserted {
            let message = "Several sections of a page have the identifier of section \(section.head.index)."
            anomalies.append(Anomaly(.duplicateIdentifier, message))
        }
        var rowNames = RowNames(of: sections)
        for (section, snapshot) in sections.enumerated() {
            for index in 0..<snapshot.count where !rowNames.insert(section, index) {
                let row = snapshot.row(at: index)
                anomalies.append(
                    Anomaly(
                        .duplicateIdentifier, "Several rows of a page have the identifier \(row.identifier).",
                        indexPath: row.indexPath))
            }
        }
        return anomalies
    }
}

/// A hash table of row identifiers, which finds duplicates without creating strings.
private struct RowNames {
    private let sections: [SectionSnapshot]
    private var places: [Place?]

    private struct Place {
        var section: Int32
        var index: Int32
    }

    init(of sections: [SectionSnapshot]) {
        self.sections = sections
        var count = 0
        for section in sections { count += section.count }
        var size = 16
        while size < 2 * count { size *= 2 }
        places = Array(repeating: nil, count: size)
    }

    /// - Returns: False if another row has this identifier.
    mutating func insert(_ section: Int, _ index: Int) -> Bool {
        sections[section].withIdentifier(at: index) { name in
            var slot = Int(truncatingIfNeeded: name.fnv1a) & (places.count - 1)
            while let other = places[slot] {
                let isSame = sections[Int(other.section)].withIdentifier(at: Int(other.index)) {
                    $0.count == name.count && $0.elementsEqual(name)
                }
                if isSame { return false }
                slot = (slot + 1) & (places.count - 1)
            }
            places[slot] = Place(section: Int32(clamping: section), index: Int32(clamping: index))
            return true
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The FNV-1a hash of the bytes, 64 bits.
    fileprivate var fnv1a: UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in self { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return hash
    }
}

/// The contents of a section on a page.
package final class SectionSnapshot: Sendable {
    let part: TableWindow.Section
    let head: SectionHeader
    let foot: SectionFooter
    /// The rows, in the order of the page. Its fields are the columns of the table.
    package let rows: RowBatch
    /// The indices of the rows in the section.
    let numbers: [Int]
    /// The states of the rows that belong to the visitor; empty if no row has one.
    let marks: [RowState]
    /// The controls of rows, by their index; rows without controls are missing.
    let tools: [Int: TableRow.Tools]
    /// The links of values to rows of other tables, by the index of the column; empty if no column has any.
    let links: [RowLinks?]

    init(
        part: TableWindow.Section, head: SectionHeader, foot: SectionFooter, rows: RowBatch, numbers: [Int],
        marks: [RowState], tools: [Int: TableRow.Tools], links: [RowLinks?]
    ) {
        (self.part, self.head, self.foot, self.links) = (part, head, foot, links)
        (self.rows, self.numbers, self.marks, self.tools) = (rows, numbers, marks, tools)
    }

    var count: Int { rows.count }

    func row(at index: Int) -> TableRow { TableRow(section: self, index: index) }

    /// Adds the kinds of values in each column.
    func addContents(to contents: inout [ColumnContents]) {
        let values = rows.values
        for (index, row) in rows.rows.enumerated() {
            guard !row.hasCell else {
                let cell = rows.cell(at: index)
                guard cell.style.isColumns else { continue }
                for (column, field) in zip(contents.indices, cell.fields) { contents[column].add(field.value) }
                continue
            }
            for (column, place) in zip(contents.indices, Int(row.start)..<Int(row.start) + rows.fieldNames.count) {
                switch values[place] {
                case .null: break
                case .integer(let integer): contents[column].add(integer)
                case .decimal(let decimal): contents[column].add(decimal)
                case .number(let digits): contents[column].add(number: rows.string(digits) ?? "")
                case .boolean, .text, .other: contents[column].hasOthers = true
                }
            }
        }
    }

    /// Calls the closure with the UTF-8 bytes of a row's identifier.
    @inline(__always)
    func withIdentifier<Result>(at index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        rows.bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[rows.rows[index].identifier.range])) }
    }
}
