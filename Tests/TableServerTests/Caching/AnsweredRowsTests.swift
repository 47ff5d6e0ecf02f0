import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// What rows answered holds until it is reloaded: which cells are asked for, page by page.
@Suite struct AnsweredRowsTests {
    @Test func anotherRepresentationAsksNothing() async throws {
        let table = await CountedTable()
        try await table.server().test(.inProcess) { client in
            let page = try await client.get("/").text
            #expect(await table.taken() == CountedTable.all)
            let json = try await client.get("/table.json").decode(TableJSON.self)
            #expect(await table.taken().isEmpty)
            #expect(json.titles == CountedTable.all)
            #expect(json.titles.allSatisfy { page.contains(">\($0)<") })
        }
    }

    @Test func whatIsAroundTheRowsIsWrittenAnewWithoutAskingThem() async throws {
        let table = await CountedTable()
        try await table.server().test(.inProcess) { client in
            _ = try await client.get("/")
            _ = await table.taken()
            await table.change { $0.appearance.style = .grid }
            let grid = try await client.get("/").text
            #expect(grid.contains("class=\"grid") && grid.contains(">a1<"))
            await table.change { $0.title = "Other" }
            #expect(try await client.get("/").text.contains("<caption>Other</caption>"))
            await table.change { $0.allowsMultipleSelection = true }
            _ = try await client.get("/table.json")
            #expect(await table.taken().isEmpty)
        }
    }

    @Test func whatWasReloadedIsAskedAgain() async throws {
        let table = await CountedTable()
        try await table.server().test(.inProcess) { client in
            _ = try await client.get("/")
            _ = await table.taken()
            await table.change { table in
                table.reloadRows(at: [IndexPath(row: 1, section: 0)])
                table.title = "Other"
            }
            _ = try await client.get("/")
            #expect(await table.taken() == ["a1"])
            await table.change { table in
                table.reloadSections([1])
                table.title = "A third"
            }
            _ = try await client.get("/table.json")
            #expect(await table.taken() == ["b0", "b1", "b2"])
            await table.change { $0.reloadData() }
            _ = try await client.get("/")
            #expect(await table.taken() == CountedTable.all)
            await table.change { $0.language = "de" }
            _ = try await client.get("/")
            #expect(await table.taken() == CountedTable.all)
        }
    }

    @Test func rowsThatMovedAreAskedAgain() async throws {
        let table = await CountedTable()
        try await table.server().test(.inProcess) { client in
            _ = try await client.get("/")
            _ = await table.taken()
            await table.insertRow(at: 1)
            let titles = try await client.get("/table.json").decode(TableJSON.self).titles
            #expect(titles == ["a0", "new", "a1", "a2", "b0", "b1", "b2"])
            #expect(await table.taken() == ["new", "a1", "a2"])
        }
    }

    /// Of such a page JSON can take the answers only, section by section.
    @Test func aPageOfWhichSomeWasWrittenBeforeIsWrittenAgainInJSON() async throws {
        let table = await CountedTable()
        try await table.server().test(.inProcess) { client in
            _ = try await client.get("/")
            await table.change { $0.reloadSections([0]) }
            _ = try await client.get("/")
            _ = await table.taken()
            let json = try await client.get("/table.json").decode(TableJSON.self)
            #expect(await table.taken().isEmpty)
            #expect(json.titles == CountedTable.all)
        }
    }

    @Test func aPageAsksForThoseRowsOnlyThatTheOneBeforeHadNot() async throws {
        let table = await CountedTable()
        try await table.server().test(.inProcess) { client in
            _ = try await client.get("/table.json?_size=2")
            #expect(await table.taken() == ["a0", "a1"])
            _ = try await client.get("/table.json")
            #expect(await table.taken() == ["a2", "b0", "b1", "b2"])
            // To be sorted each is asked once, and not again for the page.
            _ = try await client.get("/table.json?_sort_desc=name")
            #expect(await table.taken() == CountedTable.all)
            _ = try await client.get("/?_sort_desc=name")
            #expect(await table.taken().isEmpty)
        }
    }

    @Test func editModeAsksWhatEditingDoesToARowAndNotItsCell() async throws {
        let table = await CountedTable()
        try await table.server().test(.inProcess) { client in
            _ = try await client.get("/")
            _ = await table.taken()
            let editing = try await client.get("/?_edit=1").text
            #expect(editing.contains("aria-label=\"Delete a1\""))
            #expect(await table.taken().isEmpty)
            // What is kept is not that of edit mode.
            #expect(try await client.get("/table.json?_edit=1").text.contains("\"editing\""))
            #expect(try await !client.get("/table.json").text.contains("\"editing\""))
            #expect(await table.taken().isEmpty)
        }
    }

    @Test func aVisitorsSelectionAsksNothing() async throws {
        let table = await CountedTable()
        try await table.server().test(.inProcess) { client in
            _ = try await client.get("/")
            let cookie = try await client.post("/select/0/1").newCookie
            _ = await table.taken()
            let own = try await client.get("/table.json", headers: [.cookie: cookie]).decode(TableJSON.self)
            #expect(own.selected == ["a1"])
            let others = try await client.get("/table.json").decode(TableJSON.self)
            #expect(others.selected.isEmpty)
            #expect(await table.taken().isEmpty)
        }
    }

    @Test func aRowInTheReadersLanguageIsAskedInEach() async throws {
        let table = await CountedTable { $0 == "a1" ? LocalRow($0, $1) : CountedRow($0, $1) }
        try await table.server().test(.inProcess) { client in
            let english = try await client.get("/table.json").decode(TableJSON.self)
            #expect(english.titles[1] == "en a1")
            _ = await table.taken()
            let german = try await client.get("/table.json?_lang=de").decode(TableJSON.self)
            #expect(german.titles[1] == "de a1")
            // It is known of sections, not of rows, what they hold for.
            #expect(await table.taken() == ["a0", "a1", "a2"])
        }
    }

    @Test func aRowOfTheVisitorsOwnIsAskedForEachPage() async throws {
        let table = await CountedTable { $0 == "a1" ? OwnRow($0, $1) : CountedRow($0, $1) }
        try await table.server().test(.inProcess) { client in
            for path in ["/", "/table.json", "/?_size=50", "/table.json?_edit=1"] {
                let isFirst = await table.asked.isEmpty
                _ = try await client.get(path)
                #expect(await table.asked.last == (isFirst ? "b2" : "a1"), "\(path)")
            }
            #expect(await table.taken() == CountedTable.all + ["a1", "a1", "a1"])
        }
    }

    @Test func whatIsAboveASectionIsAskedAgainWhenAnythingInItIsReloaded() async throws {
        let table = await CountedTable()
        try await table.server().test(.inProcess) { client in
            _ = try await client.get("/")
            #expect(await table.takenHeaders() == ["en 0", "en 1"])
            _ = try await client.get("/table.json?_lang=en")
            #expect(await table.takenHeaders().isEmpty)
            await table.change { table in
                table.reloadRows(at: [IndexPath(row: 2, section: 1)])
                table.title = "Other"
            }
            _ = try await client.get("/")
            #expect(await table.takenHeaders() == ["en 1"])
            // It is in the reader's language, though no row is.
            _ = await table.taken()
            #expect(try await client.get("/?_lang=de").text.contains("de 0"))
            #expect(await table.takenHeaders() == ["de 0", "de 1"])
            #expect(try await client.get("/table.json").text.contains("en 1"))
            #expect(await table.taken().isEmpty)
        }
    }

    @Test func linesAreNumberedAnewWhereOtherSectionsHaveMore() async throws {
        let table = await CountedTable()
        try await table.server().test(.inProcess) { client in
            _ = try await client.get("/?_size=3&_section=1")
            await table.insertRow(at: 0)
            let page = try await client.get("/?_size=3&_section=1").text
            #expect(page.contains("data-place=\"1.0\" aria-rowindex=\"8\""))
            #expect(await table.taken() == ["b0", "b1", "b2"])
        }
    }

    @Test func onlyWhatIsToBeAskedIsLoaded() async throws {
        let table = await CountedTable()
        try await table.server().test(.inProcess) { client in
            _ = try await client.get("/")
            #expect(await table.takenPrefetches() == CountedTable.all)
            _ = try await client.get("/table.json")
            #expect(await table.takenPrefetches().isEmpty)
            await table.change { table in
                table.reloadRows(at: [IndexPath(row: 1, section: 0)])
                table.title = "Other"
            }
            _ = try await client.get("/")
            #expect(await table.takenPrefetches() == ["a1"])
        }
    }

    @Test func nothingIsKnownWhereNothingIsKept() async throws {
        let table = await CountedTable()
        try await table.server { $0.maxCachedBytes = 0 }.test(.inProcess) { client in
            _ = try await client.get("/")
            _ = try await client.get("/table.json")
            #expect(await table.taken() == CountedTable.all + CountedTable.all)
        }
    }

    @Test func answersHoldHoweverMuchElseChanges() async throws {
        let table = await CountedTable()
        try await table.server().test(.inProcess) { client in
            _ = try await client.get("/")
            _ = await table.taken()
            // More often than changes are remembered.
            for number in 0..<300 {
                await table.change { $0.title = "\(number)" }
                _ = try await client.get("/")
            }
            #expect(await table.taken().isEmpty)
        }
    }

    @Test func rowsOfOneNameAreReportedOfAnswersToo() async throws {
        // given names that differ within each page that is asked for
        let table = await CountedTable()
        try await table.server().test(.inProcess) { client in
            _ = try await client.get("/table.json?_size=3")
            _ = try await client.get("/table.json?_section=1&_size=3")
            #expect(await table.anomalies.isEmpty)
            // when a row is called as one of the other section
            await table.rename("b0", to: "a0")
            _ = try await client.get("/table.json")
            // then
            #expect(await table.anomalies == [.duplicateIdentifier])
        }
    }
}

/// Two sections of three rows that say when their cells are asked for.
@TableActor
private final class CountedTable {
    nonisolated static let all = ["a0", "a1", "a2", "b0", "b1", "b2"]

    let tableView: TableView
    var asked: [String] { log.names }
    private(set) var anomalies: [Anomaly.Code] = []
    private let log = AskedNames()
    private let root: CascadingRootTableDelegate

    init(_ makeRow: @TableActor (String, AskedNames) -> CountedRow = { CountedRow($0, $1) }) {
        root = CascadingRootTableDelegate()
        tableView = TableView(title: "Counted", root: root)
        tableView.queryOptions = .sorting
        tableView.anomalyHandler = { [weak self] in self?.anomalies.append($0.code) }
        root.childDelegates = ["a", "b"].map { letter in
            let section = CountedSection(log)
            section.columns = [TableViewColumn("name")]
            section.childDelegates = (0..<3).map { makeRow("\(letter)\($0)", log) }
            return section
        }
    }

    nonisolated func server(_ change: (inout TableServer.Configuration) -> Void = { _ in }) -> TableServer {
        var configuration = TableServer.Configuration()
        change(&configuration)
        var server = TableServer(configuration: configuration)
        server.mount("/", tableView)
        return server
    }

    func change(_ body: @TableActor (TableView) -> Void) { body(tableView) }

    func insertRow(at row: Int) {
        root.childDelegates[0].childDelegates.insert(CountedRow("new", log), at: row)
        tableView.insertRows(at: [IndexPath(row: row, section: 0)])
    }

    func rename(_ name: String, to other: String) {
        for (section, node) in root.childDelegates.enumerated() {
            for (row, child) in node.childDelegates.enumerated() {
                guard let counted = child as? CountedRow, counted.name == name else { continue }
                counted.name = other
                tableView.reloadRows(at: [IndexPath(row: row, section: section)])
            }
        }
    }

    /// The names of the rows whose cells were asked for since this was last called.
    func taken() -> [String] {
        defer { log.names = [] }
        return log.names
    }

    /// The names of rows that were to be loaded, in the same way.
    func takenPrefetches() -> [String] {
        defer { log.prefetches = [] }
        return log.prefetches
    }

    /// The titles of sections, in the same way.
    func takenHeaders() -> [String] {
        defer { log.headers = [] }
        return log.headers
    }
}

@TableActor
private final class AskedNames {
    var names: [String] = []
    var headers: [String] = []
    var prefetches: [String] = []
}

private final class CountedSection: CascadingSectionTableDelegate {
    private let log: AskedNames

    init(_ log: AskedNames) {
        self.log = log
        super.init(childDelegates: [])
    }

    override func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        let title = "\(tableView.traits.language) \(section)"
        log.headers.append(title)
        return title
    }
}

private class CountedRow: CascadingBareTableDelegate {
    var name: String
    private let log: AskedNames

    init(_ name: String, _ log: AskedNames) {
        (self.name, self.log) = (name, log)
        super.init()
    }

    override var identifier: String { name }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        log.names.append(name)
        return TableViewCell(title: title(in: tableView), fields: [Field("name", .text(name))])
    }

    override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        log.prefetches.append(name)
        return nil
    }

    override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

    override func tableView(
        _ tableView: TableView, editingStyleForRowAt indexPath: IndexPath
    ) -> TableViewCell.EditingStyle { .delete }

    func title(in tableView: TableView) -> String { name }
}

private final class LocalRow: CountedRow {
    override func title(in tableView: TableView) -> String { "\(tableView.traits.language) \(name)" }
}

private final class OwnRow: CountedRow {
    override func title(in tableView: TableView) -> String { "\(name) of \(tableView.session.id.count)" }
}
