import CascadingTable

/// The rows of a page as they were written, for the next page to take over those that have not changed.
///
/// As in UIKit, what a row answered holds until it is reloaded: a row is asked again where a change of the table made it
/// stale, where it was made from something that only one request says, or where this visitor is shown it otherwise.
public final class WrittenRows: Sendable {
    /// What all rows of a page are written from; where it differs, none can be taken over.
    struct Context: Sendable, Equatable {
        var columns: [TableViewColumn]
        var style: TableViewAppearance.Style
        var language: String
        var isEditing: Bool
        var isArranged: Bool
    }

    struct Section: Sendable {
        var part: TableWindow.Section
        /// The number of its first line, where lines are numbered.
        var line: Int?
        /// Where its rows are among those of the page.
        var rows: Range<Int>
    }

    struct Row: Sendable {
        var identifier: String
        var height: Height
        /// Where it is in the table's bytes.
        var start: Int
        var end: Int
        var marks: RowMarks
        /// Whether it holds for the request alone that it was written for.
        var isPersonal: Bool
    }

    let context: Context
    let revision: UInt64
    let sections: [Section]
    let rows: [Row]
    /// The page, and where the table is in it.
    private let page: [UInt8]
    private let offset: Int

    init(
        context: Context, revision: UInt64, sections: [Section], rows: [Row], page: [UInt8], offset: Int
    ) {
        self.context = context
        self.revision = revision
        self.sections = sections
        self.rows = rows
        self.page = page
        self.offset = offset
    }

    /// Bytes of memory, those of the page among them.
    public var cost: Int { page.count + rows.count * MemoryLayout<Row>.stride + 256 }

    /// What was written of that section; nil where that is nothing, or not all of its rows of that page were there.
    func section(of part: TableWindow.Section) -> Section? {
        sections.first { $0.part.section == part.section && $0.rows.count == $0.part.rows.count }
    }

    /// Hands the bytes of rows that follow each other to the body.
    func withBytes<Result>(of rows: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        page.withUnsafeBytes {
            body(
                UnsafeRawBufferPointer(
                    rebasing: $0[
                        offset + self.rows[rows.lowerBound].start..<offset + self.rows[rows.upperBound - 1].end]
                ))
        }
    }
}
