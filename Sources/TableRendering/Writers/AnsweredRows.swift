import CascadingTable

/// What the rows of a page answered, for the next page in whichever representation or mode: as in UIKit it holds until it
/// is reloaded.
///
/// Of each section those rows are kept that were asked for last, as everybody sees them.
public struct AnsweredRows: Sendable {
    /// Rows of a section that follow each other.
    final class Section: Sendable {
        let index: Int
        let numbers: Range<Int>
        let rows: AskedRows
        /// When they held for the last time that it is known of.
        let revision: UInt64
        /// The only language of pages that they hold for; nil where they do for each.
        let language: String?
        /// Whether all of them hold for whoever asks, and none has a mark.
        let isCommon: Bool

        init(_ section: AskedPage.Section, of page: AskedPage) {
            (index, numbers, rows) = (section.part.section, section.part.rows, section.rows)
            revision = page.revision
            language = section.rows.areOfLanguage ? page.language : nil
            isCommon = section.rows.areCommon
        }
    }

    /// In order.
    private(set) var sections: [Section]

    /// - Parameter before: what there was when the page was asked for, of which that stays which the page did not ask.
    init(of page: AskedPage, after before: AnsweredRows?) {
        sections = []
        sections.reserveCapacity(page.sections.count)
        for part in page.sections {
            switch part {
            case .asked(let asked) where asked.runs.isEmpty && asked.rows.count == asked.part.rows.count:
                sections.append(Section(asked, of: page))
            case .asked(let asked): keep(asked.part.section, of: before)
            case .repeated(let section): keep(section.part.section, of: before)
            }
        }
    }

    private mutating func keep(_ section: Int, of before: AnsweredRows?) {
        if let known = before?.section(section, likelyAt: sections.count) { sections.append(known) }
    }

    /// - Parameter place: where it is, where the page has the same sections.
    func section(_ index: Int, likelyAt place: Int) -> Section? {
        if place < sections.count, sections[place].index == index { return sections[place] }
        return sections.first { $0.index == index }
    }

    /// What is known of the rows of each part of a window.
    @TableActor
    func known(of window: TableWindow, in tableView: TableView) -> [KnownAnswers?] {
        var known: [KnownAnswers?] = []
        known.reserveCapacity(window.sections.count)
        var stale: (since: UInt64, rows: StaleRows?)?
        for (place, part) in window.sections.enumerated() {
            guard let section = section(part.section, likelyAt: place) else {
                known.append(nil)
                continue
            }
            // Most were asked for on one page.
            if stale?.since != section.revision {
                stale = (section.revision, tableView.staleAnswers(since: section.revision))
            }
            known.append(KnownAnswers(section, in: tableView.pageLanguage, stale: stale?.rows))
        }
        return known
    }

    /// Bytes of memory besides those of the texts.
    public var cost: Int {
        sections.reduce(1024) { $0 + $1.rows.count * (MemoryLayout<TableRow.Answers>.stride + 256) }
    }
}

extension AskedPage {
    /// What the next page need not ask again; nil where it has to ask everything.
    public var answeredRows: AnsweredRows? {
        guard canBeTakenOver, !isEditing, !context.isArranged else { return nil }
        return AnsweredRows(of: self, after: answered)
    }
}

extension AskedRows {
    fileprivate var areOfLanguage: Bool {
        for index in 0..<count {
            if case .language = base[index].audience { return true }
        }
        return false
    }

    fileprivate var areCommon: Bool {
        for index in 0..<count where base[index].isPersonal || base[index].marks.rawValue != 0 { return false }
        return true
    }
}

/// What is known of the rows of one part of a page.
struct KnownAnswers {
    private let section: AnsweredRows.Section
    private let stale: StaleRows.Section

    /// Nil where all of them have to be asked.
    init?(_ section: AnsweredRows.Section, in language: String, stale: StaleRows?) {
        guard section.language == nil || section.language == language,
            let stale = stale?.rows(inSection: section.index)
        else { return nil }
        (self.section, self.stale) = (section, stale)
    }

    /// All rows of the part, where they are as they were asked for.
    func rows(of part: TableWindow.Section) -> AskedRows? {
        guard section.isCommon, stale.isEmpty, part.arranged == nil, part.rows == section.numbers else { return nil }
        return section.rows
    }

    func answers(ofRow row: Int) -> (answers: TableRow.Answers, name: String)? {
        guard has(row) else { return nil }
        let index = row - section.numbers.lowerBound
        return (section.rows.base[index], section.rows.names[index])
    }

    func has(_ row: Int) -> Bool {
        section.numbers.contains(row) && !stale.contains(row)
            && !section.rows.base[row - section.numbers.lowerBound].isPersonal
    }
}
