import CascadingTable

/// A page of a table as it was asked for: all that any writer is told, to be written where no table is locked, once or
/// more often.
///
/// An object, for there is much in it.
public final class AskedPage: Sendable {
    let head: TableHead
    let context: WrittenRows.Context
    /// The language of the page around the table.
    let language: String
    let lines: TableLines?
    /// Where sections and rows that are taken over stand.
    let source: Source?
    /// What was known of its rows before it was asked for.
    let answered: AnsweredRows?
    let sections: [Part]
    /// Whether the next page may take over what is written of this one.
    let canBeTakenOver: Bool

    init(
        head: TableHead, context: WrittenRows.Context, language: String, lines: TableLines?, source: Source?,
        answered: AnsweredRows?, sections: [Part], canBeTakenOver: Bool
    ) {
        self.head = head
        self.context = context
        self.language = language
        self.lines = lines
        self.source = source
        self.answered = answered
        self.sections = sections
        self.canBeTakenOver = canBeTakenOver
    }

    /// The revision of the table that it is of.
    public var revision: UInt64 { head.revision }

    /// Whether it is in edit mode.
    public var isEditing: Bool { head.isEditing }

    struct Source: Sendable {
        var bytes: [UInt8]
        /// Where the table is in them.
        var offset: Int

        /// Hands a part of the table's bytes to the body.
        func withBytes(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) {
            bytes.withUnsafeBytes {
                body(UnsafeRawBufferPointer(rebasing: $0[offset + range.lowerBound..<offset + range.upperBound]))
            }
        }
    }

    enum Part: Sendable {
        /// A section that stands as it was written.
        case repeated(WrittenRows.Section)
        case asked(Section)
    }

    /// An object, for sections are handed about.
    final class Section: Sendable {
        let part: TableWindow.Section
        /// What stands above and below its rows.
        let edges: WrittenRows.Edges
        /// Those that were asked for.
        let rows: AskedRows
        /// Those that stand as they were written, between the others.
        let runs: [Run]
        /// The only language of pages that what stands above and below them is for; nil where it is for each.
        let language: String?

        init(
            part: TableWindow.Section, edges: WrittenRows.Edges, rows: AskedRows, runs: [Run] = [], language: String?
        ) {
            (self.part, self.edges, self.rows, self.runs, self.language) = (part, edges, rows, runs, language)
        }
    }

    /// Rows that follow each other as they were written.
    struct Run: Sendable {
        /// How many of the rows that were asked for come before them.
        var place: Int
        var section: WrittenRows.Section
        var rows: Range<Int>
    }
}

extension AskedPage.Part {
    var index: Int {
        switch self {
        case .repeated(let section): section.part.section
        case .asked(let section): section.part.section
        }
    }

    var identifier: String {
        switch self {
        case .repeated(let section): section.identifier
        case .asked(let section): section.edges.head.identifier
        }
    }

    /// Calls the body with the name of each row, and where the row is.
    func forEachName(_ body: (String, IndexPath) -> Void) {
        switch self {
        case .repeated(let section): section.forEachName(in: section.rows.indices, body)
        case .asked(let section):
            for index in 0..<section.rows.count {
                body(section.rows.names[index], section.rows[index].indexPath)
            }
            for run in section.runs { run.section.forEachName(in: run.rows, body) }
        }
    }
}

extension WrittenRows.Section {
    fileprivate func forEachName(in rows: Range<Int>, _ body: (String, IndexPath) -> Void) {
        for place in rows {
            body(names[place], IndexPath(row: part.row(at: place), section: part.section))
        }
    }
}
