import CascadingTable

/// A page of a table as it was asked for: all that any writer is told, to be written where no table is locked, once or
/// more often.
public struct AskedPage: Sendable {
    let head: TableHead
    let context: WrittenRows.Context
    let lines: TableLines?
    /// Where sections and rows that are taken over stand.
    let source: Source?
    var sections: [Part] = []
    /// Whether the next page may take over what is written of this one.
    var canBeTakenOver = false
    /// What was written last, by a writer that repeats rows.
    var written: [WrittenRows.Section] = []

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

    struct Section: Sendable {
        var part: TableWindow.Section
        var head: SectionHead
        /// Those that were asked for.
        let rows: AskedRows
        /// Those that stand as they were written, between the others.
        var runs: [Run] = []
        var foot = SectionFoot(footer: nil, height: .automatic)
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
    /// Calls the body with the name of each row, and where the row is.
    func forEachName(_ body: (String, IndexPath) -> Void) {
        switch self {
        case .repeated(let section): section.forEachName(in: section.rows.indices, body)
        case .asked(let section):
            for index in 0..<section.rows.count {
                body(section.rows[index].identifier, section.rows[index].indexPath)
            }
            for run in section.runs { run.section.forEachName(in: run.rows, body) }
        }
    }
}

extension WrittenRows.Section {
    fileprivate func forEachName(in rows: Range<Int>, _ body: (String, IndexPath) -> Void) {
        for place in rows {
            body(self.rows[place].identifier, IndexPath(row: part.row(at: place), section: part.section))
        }
    }
}
