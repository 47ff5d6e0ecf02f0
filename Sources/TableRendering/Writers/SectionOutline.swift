import CascadingTable

/// What a section of a page is beside what its rows show: which they are, what they are called, and what stands above
/// and below them.
///
/// An object, for it stays the same from page to page.
final class SectionOutline: Sendable {
    let part: TableWindow.Section
    let head: SectionHead
    let foot: SectionFoot
    /// What its rows are called.
    let names: RowNames

    init(part: TableWindow.Section, head: SectionHead, foot: SectionFoot, names: RowNames) {
        (self.part, self.head, self.foot, self.names) = (part, head, foot, names)
    }

    var identifier: String { head.identifier }

    /// The number of its first line, where lines are numbered.
    var line: Int? { head.line }
}
