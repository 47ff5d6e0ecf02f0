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
    /// Whether all of it is as it was known before.
    let repeatsAnswers: Bool
    let sections: [Part]
    /// Whether the next page may take over what is written of this one.
    let canBeTakenOver: Bool

    init(
        head: TableHead, context: WrittenRows.Context, language: String, lines: TableLines?, source: Source?,
        answered: AnsweredRows?, repeatsAnswers: Bool, sections: [Part], canBeTakenOver: Bool
    ) {
        self.head = head
        self.context = context
        self.language = language
        self.lines = lines
        self.source = source
        self.answered = answered
        self.repeatsAnswers = repeatsAnswers
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
        /// Of the names those that were asked for.
        let outline: SectionOutline
        /// Those of the outline, which from here are handed over without counting references: threads that write the
        /// same section would take the counts from each other.
        let head: SectionHead
        let foot: SectionFoot
        /// The rows that were asked for.
        let rows: AskedRows
        /// Those that stand as they were written, between the others.
        let runs: [Run]
        /// The only language of pages that what stands above and below them is for; nil where it is for each.
        let language: String?

        init(
            part: TableWindow.Section, head: SectionHead, foot: SectionFoot, rows: AskedRows, runs: [Run] = [],
            language: String?
        ) {
            outline = SectionOutline(part: part, head: head, foot: foot, names: rows.names)
            (self.head, self.foot) = (head, foot)
            (self.rows, self.runs, self.language) = (rows, runs, language)
        }

        var part: TableWindow.Section { outline.part }
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
        case .repeated(let section): section.outline.part.section
        case .asked(let section): section.part.section
        }
    }

    var identifier: String {
        switch self {
        case .repeated(let section): section.outline.identifier
        case .asked(let section): section.outline.identifier
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
            body(
                outline.names[place],
                IndexPath(row: outline.part.row(at: place), section: outline.part.section))
        }
    }
}
