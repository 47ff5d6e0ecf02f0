import Bytes
package import CascadingTable

extension TemplateValues {
    /// Returns the values of the template `page`, which it can show around a table that has been written:
    ///
    /// - `title`: The title of the table.
    /// - `windowTitle`: The title with the filters, the search and the order of the rows; missing if there are none.
    /// - `tableLanguage`: The language of the table's texts, including its title; missing if it is that of the page.
    /// - `base`: The path of the table, ending in a slash.
    /// - `revision`: The revision of the table on this page.
    /// - `version`: The revision with a prefix that distinguishes it from revisions of other tables and processes.
    /// - `isEmbedded`: Whether the page is in a frame of another page.
    /// - `isShared`: Whether the page is shown by a link to people without an account.
    /// - `prompt`: The description of the table; missing for a table without one.
    /// - `breadcrumbs`: Links to the pages above this one. In a frame, only pages that stay in it are listed.
    /// - `heights`: The row heights in CSS pixels and the widths of columns, for the `px` parameter of the height style sheet.
    /// - `query`: The query of this page, which forms send in order to return to it.
    /// - `json`: The address of these rows as JSON.
    /// - `previous`, `next`: The addresses of the pages before and after this one. `isPaged` tells whether there is one.
    /// - `number`: The form that leads to a row by its number, with its `hidden` inputs; missing for a single page.
    /// - `range`: The text of the shown rows, such as `1–100 of 193`; missing for a single record.
    /// - `rowCount`: The number of rows as text, such as `193 rows` or `12 of 193 rows`; missing for a table with neither
    ///   columns nor queries, and for a single record.
    /// - `exports`: The links to all rows in other formats, with `title`, `url` and `leavesFrame`; none for the page of a
    ///   row or section.
    /// - `sql`: The address of the SQL statement with these rows; missing if visitors run none.
    /// - `index`: The section index beside the table, with the links `entries`, at most 40, each with its `title` and `url`, and
    ///   the `count` of its rows. `isWide` tells whether titles have more than three characters, so that only a wide window
    ///   has room for them beside the rows. `isOutline` tells whether they are the titles of the sections, at most 100,
    ///   because the table has no index of its own.
    /// - `editing`: The link into or out of edit mode.
    /// - `refresh`: The address that refreshes the table.
    /// - `toolbar`: The buttons of the table's actions, with `title`, `url`, `isConfirmed` and `isDestructive`.
    /// - `additions`: The links to the forms for new rows, and to those of the row that the table shows.
    /// - `isEditable`: Whether the values are changed in their cells.
    /// - `arranging`: The sorting, filters and search of the table.
    /// - `slow`: The reasons why reading the rows took long, with `text`, the `plan` of the database, and the `statement` that makes an
    ///   index, below `help`; missing for most pages.
    /// - `chart`: The drawing of groups, with its `content`, the `kinds` to choose from, and the `url` of the file. Missing
    ///   for other rows.
    /// - `incomplete`: The sentence about groups of the first rows only, with `text`, and the `button` and `url` of
    ///   those of all rows.
    /// - `parameters`: The form whose values are parts of the address, with its `fields` as in the template `edit`, the title
    ///   of its `button`, the link `more`, and the `plan` of the database.
    /// - `columnsShown`: The number of shown columns in words, if others are hidden.
    /// - `choosing`: The address of the table's columns, from which visitors choose; missing for a table without columns.
    /// - `facets`: The columns `entries` whose values stand beside the rows, with `name`, `title`, the `url` of all values,
    ///   and the address `current` without the column, labelled `removal`. `url` is the address of the values as JSON.
    /// - `frames`: The lists in frames below the table, with `title`, `url` and the `address` in the frame; none in a frame.
    /// - `notice`: The message about the visitor's last change, shown once, with `text`, `button` and `url`.
    ///
    /// - Parameters:
    ///   - writer: The writer, after it has written the table.
    ///   - title: The title of the table.
    ///   - breadcrumbs: The pages above this one. Unsafe addresses are left out.
    ///   - tag: The tag that distinguishes the table's revisions from those of others. Default: empty.
    ///   - notice: The visitor's last change, and the address that undoes or redoes it. Default: nil.
    ///   - advice: The reasons why reading the rows took long, and how many seconds it took. Default: nil.
    ///   - parameters: The form above the table. Default: nil.
    ///   - frames: The lists below the table. Default: none.
    ///   - chart: The drawing of the groups. Default: nil.
    package static func page(
        _ writer: borrowing HTMLTableWriter, title: String, breadcrumbs: [TableLink], tag: String = "",
        notice: (notice: TableView.Notice, url: String?)? = nil, advice: (advice: QueryAdvice, seconds: Double)? = nil,
        parameters: TableParameters? = nil, frames: [TableLink] = [], chart: [UInt8]? = nil
    ) -> TemplateValues {
        let (words, links, rows) = (writer.words, writer.links, writer.rows)
        var page = TemplateValues(words, title: title)
        page[.isEmbedded] = .flag(links.frame != nil)
        page[.isShared] = .flag(links.isShared)
        page.set(
            breadcrumbs: breadcrumbs.filter { SafeURL.isAllowed($0.url) }.compactMap { link in
                let url = links.resolve(link.url)
                guard let frame = links.frame else { return .link(link.title, to: url) }
                return frame.staying(url).map { .link(link.title, to: $0) }
            })
        let revision = String(writer.head?.revision ?? 0)
        page[.revision] = .text(revision)
        page[.version] = .text(tag.isEmpty ? revision : "\(tag).\(revision)")
        page[.base] = .text(links.base)
        page[.query] = .text(links.query)
        page[.json] = .text(links.json)
        page[.previous] = links.previous.map { .text($0.url) }
        page[.next] = links.next.map { .text($0.url) }
        page[.number] = links.besideNumber.map { fields in
            .values([.hidden: .list(fields.map { .values([.name: .text($0.name), .value: .text($0.value)]) })])
        }
        page[.isPaged] = .flag(links.previous != nil || links.next != nil)
        if !writer.isRecord {
            page[.range] = .text(
                words.range(
                    first: rows.first, last: rows.last, of: rows.count,
                    accuracy: writer.head?.countAccuracy ?? .exact))
        }
        if !writer.heights.isEmpty || !writer.widths.isEmpty {
            page[.heights] = .text(list(writer.heights, writer.widths))
        }
        page[.exports] = .list(
            links.exports.map { format, url in
                .values([
                    .title: .text(format.fileExtension == "txt" ? words[.text] : format.name), .url: .text(url),
                    .leavesFrame: .flag(links.frame != nil && !format.isForFiles),
                ])
            })
        if !links.statement.isEmpty { page[.sql] = .text(links.resolve(links.statement)) }
        if !links.columns.isEmpty { page[.choosing] = .text(links.columns) }
        if let head = writer.head, head.columns.count < head.columnCount {
            let (shown, all) = (words.number(head.columns.count), words.number(head.columnCount))
            page[.columnsShown] = .text(words.fill(.columnsShown, with: shown, all))
        }
        if !links.facets.isEmpty {
            page[.facets] = .values([
                .url: .text(links.facetValues),
                .entries: .list(
                    links.facets.map { facet in
                        .values([
                            .name: .text(facet.column), .title: .text(facet.title), .url: .text(facet.url),
                            .current: .text(facet.removal),
                            .removal: .text(words.fill(.hideColumn, naming: facet.title)),
                        ])
                    }),
            ])
        }
        page[.notice] = notice.map { notice, url in
            var values: TemplateValues = [:]
            values[.url] = url.map { .text($0) }
            if let undo = notice.undo {
                let title = words.text(of: undo.title)
                values[.text] = .text(undo.isRedo ? words.fill(.undone, naming: title) : title)
                values[.button] = .text(words[undo.isRedo ? .redo : .undo])
            }
            if let message = notice.message { values[.text] = .text(words.text(of: message)) }
            return .values(values)
        }
        page[.slow] = advice.map { advice, seconds in
            var slow: TemplateValues = [
                .text: .text(words.reading(took: seconds)), .plan: .text(advice.plan.joined(separator: "\n")),
                .help: .text(words[.usefulIndex]),
            ]
            slow[.statement] = advice.index.map { .text($0) }
            return .values(slow)
        }
        page.set(parameters, words)
        page[.chart] = links.charts.map { $0.values(chart, words) }
        if links.frame == nil {
            page[.frames] = .list(
                frames.map { frame in
                    let url = links.resolve(frame.url)
                    let address = FramePath(String(url.prefix { $0 != "?" })).staying(url) ?? url
                    return .values([.title: .text(frame.title), .url: .text(url), .address: .text(address)])
                })
        }
        if let head = writer.head { page.set(head, writer) }
        return page
    }

    /// Adds the values that depend on the table's metadata.
    private mutating func set(_ head: TableMetadata, _ writer: borrowing HTMLTableWriter) {
        let (words, links) = (writer.words, writer.links)
        if head.language != words.language.tag { self[.tableLanguage] = .text(head.language) }
        if let prompt = head.prompt { self[.prompt] = .text(prompt) }
        if !links.exports.isEmpty, !head.columns.isEmpty || !head.queryOptions.isEmpty {
            let leavesOutRows = head.query?.leavesOutRows == true
            self[.rowCount] = .text(
                leavesOutRows
                    ? words.matches(
                        head.count, accuracy: head.countAccuracy, of: head.total, totalsAll: head.totalsAllRows)
                    : head.inventory.map(words.contents) ?? words.numberOfRows(head.count, head.countAccuracy))
        }
        let isOutline = head.sectionIndex.isEmpty
        let entries = Self.condensed(head.outline, room: isOutline ? 100 : 40)
        if !entries.isEmpty {
            let written = Dictionary(writer.sections.map { ($0.index, $0.identifier) }) { first, _ in first }
            let targets = entries.map { entry in
                var link: TemplateValues = [
                    .title: .text(entry.title),
                    .url: .text(
                        written[entry.section].map { "#section-\(RowAnchor.encoded($0))" }
                            ?? links.page(ofSection: entry.section)),
                ]
                link[.count] = entry.count.map { .text(words.number($0)) }
                return TemplateValue.values(link)
            }
            self[.index] = .values([
                .entries: .list(targets), .isOutline: .flag(isOutline),
                .isWide: .flag(isOutline || entries.contains { $0.title.count > 3 }),
            ])
        }
        if head.offersEditing {
            let title: Phrase = head.isEditing ? .done : [.rows, .choice].contains(head.forms) ? .select : .edit
            self[.editing] = .link(words[title], to: links.editing)
        }
        if let links = links.arranging {
            self[.arranging] = .arranging(links, of: head, base: writer.links.base, words: words)
            let parts = words.sentences(of: links.query, head)
            if !parts.isEmpty { self[.windowTitle] = .text("\(head.title): \(parts.joined(separator: ", "))") }
        }
        if let count = head.groupedCount {
            self[.incomplete] = .values([
                .text: .text(words.fill(.groupsOfFirst, with: words.number(count))), .url: .text(links.complete),
                .button: .text(words[.allRows]),
            ])
        }
        if let count = links.figures.first?.readCount {
            self[.incomplete] = .values([
                .text: .text(words.fill(.figuresOfFirst, with: words.number(count))), .url: .text(links.complete),
                .button: .text(words[.allRows]),
            ])
        }
        if head.leftOutColumns > 0 {
            self[.incomplete] = .values([
                .text: .text(words.fill(.columnsLeftOut, with: words.number(head.leftOutColumns)))
            ])
        }
        if head.canRefresh { self[.refresh] = .text("\(links.base)refresh") }
        self[.toolbar] = .list(
            head.toolbar.map { action in
                .values([
                    .title: .text(action.title),
                    .url: .text("\(links.base)toolbar/\(ByteWriter.text { $0.urlComponent(action.id) })"),
                    .isConfirmed: .flag(action.style.isConfirmed),
                    .isDestructive: .flag(action.style == .destructive),
                ])
            })
        self[.additions] = .list(
            head.newRowSections.map { section in
                let name = head.newRowSections.count > 1 ? section.title : nil
                return .link(
                    name.map { words.fill(.addTo, naming: $0) } ?? words[.add],
                    to: "\(links.base)new/\(section.index)\(links.returning(after: "?"))")
            } + Self.forms(head, words, links)
                + (links.share.isEmpty ? [] : [.link(words[.share], to: links.share)])
                + (links.saving.isEmpty
                    ? [] : [.link(words[.saveView], to: links.saving + links.returning(after: "?"))]))
        let hasCells =
            switch head.forms {
            case .none, .choice, .past: false
            case .rows, .record: !head.refusedKinds.contains(.change)
            }
        self[.isEditable] = .flag(hasCells)
    }

    /// Returns the links to the forms of a table of a database.
    private static func forms(_ head: TableMetadata, _ words: Words, _ links: PageLinks) -> [TemplateValue] {
        func link(_ title: Phrase, _ path: String) -> TemplateValue {
            .link(words[title], to: path + links.returning(after: path.contains("?") ? "&" : "?"))
        }
        let all: [(RowChange.Kind, TemplateValue)] =
            switch head.forms {
            case .none, .choice: []
            case .rows:
                [
                    (.insert, link(.newRow, "\(links.base)new")),
                    (.put, link(.pasteRows, "\(links.base)paste")),
                ]
            case .past(let moment): [(.change, .link(words[.putBack], to: "\(links.base)edit?_at=\(moment)"))]
            case .record(let id):
                [
                    (.change, link(.edit, "\(links.base)edit")),
                    (
                        .insert,
                        link(
                            .duplicate,
                            "\(links.resolve("../../"))new?from=\(ByteWriter.text { $0.urlComponent(id) })")
                    ), (.delete, link(.delete, "\(links.base)delete")),
                ]
            }
        return all.filter { !head.refusedKinds.contains($0.0) }.map(\.1)
    }

    private static func list(_ heights: [Double], _ widths: [(place: Int, pixels: Double)]) -> String {
        func text(_ pixels: Double) -> String { ByteWriter.text { _ = $0.decimal(pixels) } }
        return (heights.sorted().map(text) + widths.map { "\($0.place):\(text($0.pixels))" }).joined(separator: ",")
    }

    /// Returns at most `room` entries, evenly chosen.
    private static func condensed(
        _ index: [TableMetadata.OutlineEntry], room: Int
    ) -> [TableMetadata.OutlineEntry] {
        guard index.count > room else { return index }
        return (0..<room).map { index[$0 * (index.count - 1) / (room - 1)] }
    }
}

extension TemplateValue {
    /// Returns the values for the sorting, filters and search of a table:
    ///
    /// - `action`: The address that the forms are sent to.
    /// - `search`: The search form, with its current `text` and its `hidden` inputs.
    /// - `filter`: The filter form; see ``FilterForm``.
    /// - `sort.ways`: The sort links of a table without columns, with `title`, `url` and the current `order`.
    /// - `chips`: The values of the filters, the search, the groups and the coloured columns, with `text`, `url` and the label `removal` of the link that
    ///   removes it, the `id` of the line of the form, and the word `joint` before a value of which not all must match.
    ///   `hasChips` tells whether there are any.
    fileprivate static func arranging(
        _ links: QueryLinks, of head: TableMetadata, base: String, words: Words
    ) -> TemplateValue {
        func hidden(_ fields: [(name: String, value: String)]) -> TemplateValue {
            .list(fields.map { .values([.name: .text($0.name), .value: .text($0.value)]) })
        }
        let query = links.query
        func title(of column: TableViewColumn) -> String { words.title(of: column, in: head) }
        var values: TemplateValues = [.action: .text(base)]
        if head.queryOptions.contains(.searching) {
            values[.search] = .values([
                .text: .text(query.search ?? ""), .hidden: hidden(links.besideSearch),
            ])
        }
        values[.filter] = links.filters.map { $0.values(words, title) }
        values[.grouper] = .flag(links.canGroup)
        if head.columns.isEmpty, !links.headings.isEmpty {
            let ways = head.queryColumns.compactMap { column in
                links.headings[ExactString(column.name)].map { heading in
                    var way: TemplateValues = [.title: .text(title(of: column)), .url: .text(heading.url)]
                    way[.order] = heading.isAscending.map { .text($0 ? "ascending" : "descending") }
                    return TemplateValue.values(way)
                }
            }
            values[.sort] = .values([.ways: .list(ways)])
        }
        func chip(_ text: String, _ url: String, ofFilter index: Int? = nil, joint: Bool = false) -> TemplateValue {
            var chip: TemplateValues = [
                .text: .text(text), .removal: .text(words.fill(.removeFilter, with: text)), .url: .text(url),
            ]
            chip[.id] = index.map { .text(String($0)) }
            if joint { chip[.joint] = .text(words[.or]) }
            return .values(chip)
        }
        var chips: [TemplateValue] = []
        for (index, (filter, addresses)) in zip(query.filters, links.withoutValue).enumerated() {
            let values = addresses.count > 1 ? filter.alternatives : [filter]
            for (place, (value, address)) in zip(values, addresses).enumerated() {
                let joint = place > 0 || filter.isAlternative
                chips.append(chip(words.sentence(value, in: head), address, ofFilter: index, joint: joint))
            }
        }
        if let text = words.searchSentence(of: query) { chips.append(chip(text, links.withoutSearch)) }
        if let grouping = query.grouping {
            let names = grouping.statistics.map(\.wrappedValue) + grouping.keys.map(\.column)
            var titles = names.map { name in head.queryColumns.first { $0.name.isExactly(name) }.map(title) ?? name }
            for (place, key) in grouping.keys.enumerated() {
                guard let bin = key.bin else { continue }
                titles[place] += " (\(words.file.bins[bin.word] ?? "≥ \(bin.word)"))"
            }
            let word = words[grouping.keys.isEmpty ? .statisticsOf : .groupedBy]
            chips.append(
                chip("\(word) \(titles.map(words.isolated).joined(separator: ", "))", links.withoutGroups))
            for (filter, address) in zip(grouping.having, links.withoutHaving) {
                chips.append(chip(words.sentence(filter, column: filter.column), address))
            }
        }
        for (name, address) in links.withoutColours {
            let title = head.columns.first { $0.name.isExactly(name) }.map(title) ?? name
            chips.append(chip("\(words[.colours]): \(words.isolated(title))", address))
        }
        values[.chips] = .list(chips)
        values[.hasChips] = .flag(!chips.isEmpty)
        return .values(values)
    }
}
