import CascadingTable

/// The sections and rows of a page as they were written, for the next page to take over those that have not changed.
///
/// As in UIKit, what was answered holds until it is reloaded: a section is asked again where a change of the table is in
/// it, and of its rows those that the change made stale, those that were made from something that only one request says,
/// and those that this visitor is shown otherwise.
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
        var identifier: String
        /// The number of its first line, where lines are numbered.
        var line: Int?
        /// Where it is in the table's bytes.
        var start: Int
        var end: Int
        var rows: [Row] = []
        /// Each of the heights that its rows, header and footer have in pixels.
        var heights: [Height] = []
        /// Whether all of its rows hold for whoever asks, and none has a mark.
        var isCommon = true
    }

    struct Row: Sendable {
        var identifier: String
        var height: Height
        /// Where it is in its section's bytes.
        var start: Int
        var end: Int
        var marks: RowMarks
        /// Whether it holds for the request alone that it was written for.
        var isPersonal: Bool
    }

    let context: Context
    let revision: UInt64
    let sections: [Section]
    /// The page, and where the table is in it.
    private let page: [UInt8]
    private let offset: Int

    init(context: Context, revision: UInt64, sections: [Section], page: [UInt8], offset: Int) {
        self.context = context
        self.revision = revision
        self.sections = sections
        self.page = page
        self.offset = offset
    }

    /// Bytes of memory, those of the page among them.
    public var cost: Int {
        sections.reduce(page.count + 256) { $0 + 128 + $1.rows.count * MemoryLayout<Row>.stride }
    }

    /// What was written of that section; nil where that is nothing, or not all of its rows of that page were there.
    func section(of part: TableWindow.Section) -> Section? {
        sections.first { $0.part.section == part.section && $0.rows.count == $0.part.rows.count }
    }

    /// Hands a part of the table's bytes to the body.
    func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        page.withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[offset + range.lowerBound..<offset + range.upperBound]))
        }
    }
}
