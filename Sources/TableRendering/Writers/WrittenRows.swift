public import CascadingTable

/// The sections and rows of a page as they were written, for the next page to take over those that have not changed.
///
/// As in UIKit, what was answered holds until it is reloaded: a section is asked again where a change of the table is in
/// it, and of its rows those that the change made stale, those that were made from something that only one request says,
/// and those that this visitor is shown otherwise.
///
/// Where nothing but rows was reloaded, ``revise(_:in:)`` writes those anew in their places, and the rest stays as it is.
@TableActor
public final class WrittenRows {
    /// What all rows of a page are written from; where it differs, none can be taken over.
    ///
    /// An object, for it goes from page to page.
    final class Context: Sendable {
        let columns: [TableViewColumn]
        let style: TableViewAppearance.Style
        let language: String
        let isEditing: Bool
        let isArranged: Bool

        init(
            columns: [TableViewColumn], style: TableViewAppearance.Style, language: String, isEditing: Bool,
            isArranged: Bool
        ) {
            self.columns = columns
            self.style = style
            self.language = language
            self.isEditing = isEditing
            self.isArranged = isArranged
        }
    }

    struct Section: Sendable {
        var outline: SectionOutline
        /// Where it is in the table's bytes.
        var start: Int
        var end: Int
        var rows: [Row] = []
        /// Each of the heights that its rows have in pixels.
        var rowHeights: [Height] = []
        /// Each of the heights that it has in pixels, some perhaps twice.
        var heights: [Height] { rowHeights + [outline.head.writtenHeight, outline.foot.writtenHeight] }
        /// Whether all of its rows hold for whoever asks, and none has a mark.
        var isCommon = true
    }

    struct Row: Sendable {
        var height: Height
        /// Where it is in its section's bytes.
        var start: Int
        var end: Int
        var marks: RowMarks
        /// Whether it holds for the request alone that it was written for.
        var isPersonal: Bool
    }

    // All but the editor is set as a whole, so that no check is needed at run time that nobody changes it meanwhile.
    let context: Context
    /// How lines are numbered, where they are.
    let lines: TableLines?
    var revision: UInt64
    var sections: [Section]
    /// The page, in which parts are replaced. Places in it are those of its base.
    var editor: BytesEditor
    /// Where the number of the revision is in it, in order.
    var stamps: [Range<Int>]
    /// Where the table is in it.
    var offset: Int
    /// What it is written in, and what was told of its table.
    let format: PageFormat
    let head: TableHead
    /// What writes parts of it again; nil until it has, and while it does.
    var writer: PageWriter?
    /// Those that parts of it were written again with.
    var plainMarks: VisitorMarks?
    /// Whether each of its rows holds for whoever asks, and none has a mark.
    let isCommon: Bool
    private let fixedCost: Int

    nonisolated init(
        context: Context, head: TableHead, lines: TableLines?, sections: [Section], bytes: [UInt8],
        stamps: [Range<Int>], offset: Int, format: PageFormat
    ) {
        self.context = context
        self.lines = lines
        self.head = head
        self.format = format
        revision = head.revision
        self.sections = sections
        editor = BytesEditor(bytes)
        self.stamps = stamps
        self.offset = offset
        var isCommon = true
        var rowCount = 0
        for section in sections {
            isCommon = isCommon && section.isCommon
            rowCount += section.rows.count
        }
        self.isCommon = isCommon
        fixedCost = 8192 + 256 * sections.count + rowCount * (MemoryLayout<Row>.stride + 16)
    }

    /// Bytes of memory besides those of the page.
    public var cost: Int { fixedCost + editor.capacity }

    /// The page.
    public var bytes: EditedBytes { editor.bytes }

    /// What was written of that section; nil where that is nothing, or not all of its rows of that page were there.
    func section(of part: TableWindow.Section) -> Section? {
        // A closure would be checked for the actor it is called on, section by section.
        for section in sections
        where section.outline.part.section == part.section && section.rows.count == section.outline.part.rows.count {
            return section
        }
        return nil
    }
}

extension WrittenRows.Context: Equatable {
    static func == (one: WrittenRows.Context, other: WrittenRows.Context) -> Bool {
        one === other
            || one.columns == other.columns && one.style == other.style && one.language == other.language
                && one.isEditing == other.isEditing && one.isArranged == other.isArranged
    }
}
