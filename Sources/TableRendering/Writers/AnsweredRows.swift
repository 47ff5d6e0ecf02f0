import CascadingTable

/// What the sections and rows of a page answered, for the next page in whichever representation or mode: as in UIKit it
/// holds until it is reloaded.
///
/// Of each section of that page those rows are kept that were asked for last, as everybody sees them.
public final class AnsweredRows: Sendable {
    /// Rows of a section that follow each other.
    final class Section: Sendable {
        let asked: AskedPage.Section
        let age: Age
        /// The only language of pages that they hold for; nil where they do for each.
        let language: String?
        /// Whether all of them hold for whoever asks, and none has a mark.
        let isCommon: Bool

        var index: Int { asked.part.section }

        init(_ asked: AskedPage.Section, of page: AskedPage, _ age: Age) {
            self.asked = asked
            self.age = age
            language = asked.rows.areOfLanguage ? page.language : nil
            isCommon = asked.rows.areCommon
        }

        /// The same, known to hold as long as others.
        init(_ section: Section, _ age: Age) {
            (self.asked, self.language, self.isCommon) = (section.asked, section.language, section.isCommon)
            self.age = age
        }
    }

    /// How long sections that stood on one page are known to hold.
    final class Age: Sendable {
        /// When they held for the last time that it is known of.
        @TableActor var revision: UInt64

        nonisolated init(_ revision: UInt64) { self.revision = revision }
    }

    /// In order.
    let sections: [Section]
    /// The page itself, where the next can be all of it.
    private let page: Page?

    /// - Parameter before: what there was when the page was asked for, of which that stays which the page did not ask.
    init(of page: AskedPage, after before: AnsweredRows?) {
        let age = Age(page.revision)
        var sections: [Section] = []
        sections.reserveCapacity(page.sections.count)
        for part in page.sections {
            switch part {
            case .asked(let asked):
                let known = before?.section(asked.part.section, likelyAt: sections.count)
                if let known, known.asked === asked {
                    sections.append(Section(known, age))
                } else if asked.runs.isEmpty, asked.rows.count == asked.part.rows.count {
                    sections.append(Section(asked, of: page, age))
                } else if let known {
                    sections.append(known)
                }
            case .repeated(let section):
                if let known = before?.section(section.outline.part.section, likelyAt: sections.count) {
                    sections.append(known)
                }
            }
        }
        self.sections = sections
        self.page = Page(page, sections, age)
    }

    /// A page of which every row was asked for and is everybody's.
    private struct Page {
        let parts: [AskedPage.Part]
        let window: [TableWindow.Section]
        let lines: [Int: Int]?
        /// The only language of pages that it holds for; nil where it does for each.
        let language: String?
        let age: Age

        init?(_ page: AskedPage, _ sections: [Section], _ age: Age) {
            guard sections.count == page.sections.count else { return nil }
            var isOfLanguage = false
            for section in sections {
                guard section.age === age, section.isCommon else { return nil }
                isOfLanguage = isOfLanguage || section.language != nil || section.asked.language != nil
            }
            parts = page.sections
            window = sections.map(\.asked.part)
            lines = page.lines?.sections
            language = isOfLanguage ? page.language : nil
            self.age = age
        }
    }

    /// All that stands on a page of rows without marks that is not in edit mode; nil where some of it has to be asked.
    @TableActor
    func parts(of window: TableWindow, lines: TableLines?, in tableView: TableView) -> [AskedPage.Part]? {
        guard let page, window.arrangement == nil, page.window == window.sections, page.lines == lines?.sections,
            page.language == nil || page.language == tableView.pageLanguage,
            tableView.staleAnswers(since: page.age.revision)?.isEmpty == true
        else { return nil }
        page.age.revision = tableView.revision
        return page.parts
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
            let revision = section.age.revision
            if stale?.since != revision { stale = (revision, tableView.staleAnswers(since: revision)) }
            known.append(KnownAnswers(section, in: tableView.pageLanguage, stale: stale?.rows))
        }
        return known
    }

    /// Bytes of memory besides those of the texts.
    public var cost: Int {
        sections.reduce(1024) { $0 + 512 + $1.asked.rows.count * (MemoryLayout<TableRow.Answers>.stride + 256) }
    }
}

extension AskedPage {
    /// What the next page need not ask again, where that is other than what was known before; nil also where it has to
    /// ask everything.
    public var answeredRows: AnsweredRows? {
        guard !repeatsAnswers, canBeTakenOver, !isEditing, !context.isArranged else { return nil }
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

    /// All of that part, where its rows are as they were asked for; what is above and below them may not be.
    func section(of part: TableWindow.Section) -> AskedPage.Section? {
        let asked = section.asked
        guard section.isCommon, stale.isEmpty, part.arranged == nil, part.rows == asked.part.rows,
            asked.part.arranged == nil
        else { return nil }
        return asked
    }

    func answers(ofRow row: Int) -> (answers: TableRow.Answers, name: String)? {
        guard has(row) else { return nil }
        let index = row - section.asked.part.rows.lowerBound
        return (section.asked.rows.base[index], section.asked.rows.names[index])
    }

    func has(_ row: Int) -> Bool {
        let numbers = section.asked.part.rows
        return numbers.contains(row) && !stale.contains(row)
            && !section.asked.rows.base[row - numbers.lowerBound].isPersonal
    }
}
