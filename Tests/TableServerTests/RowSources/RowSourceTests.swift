import CascadingTable
import HTTPTypes
import Synchronization
import TableServer
import TableTesting
import TestSupport
import Testing

/// Tests tables whose rows come from a row source.
@Suite struct RowSourceTests {
    private func ids(_ answer: TestResponse) throws -> [Int] {
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.decode(TableJSON.self).sections.flatMap(\.rows).compactMap { Int($0.id) }
    }

    @Test func aPageHasTheRowsOfTheSource() async throws {
        let (server, _) = NumbersController.server(Numbers(1000))
        try await server.test(.inProcess) { client in
            let answer = try await client.get("/table.json")
            let table = try answer.decode(TableJSON.self)
            #expect(try ids(answer) == Array(0..<100))
            #expect(table.count == 1000 && table.titles.first == "row 0")
            let page = try await client.get("/", headers: [.accept: "text/html"])
            #expect(page.text.contains("row 99") && !page.text.contains("row 100"))
        }
    }

    @Test(arguments: [RowCapabilities.all, [.counts], [.ranks], []])
    func pagesAreReadByKeys(capabilities: RowCapabilities) async throws {
        var source = Numbers(1050)
        source.capabilities = capabilities
        let (server, _) = NumbersController.server(source)
        try await server.test(.inProcess) { [source] client in
            var url: String? = "/table.json"
            var all: [Int] = []
            while let page = url {
                let answer = try await client.get(page)
                all += try ids(answer)
                url = try answer.decode(TableJSON.self).next_url
            }
            #expect(all == Array(0..<1050))
            // Deep pages are read after a key, never by skipping rows.
            let positions = source.store.requests.map(\.position)
            #expect(positions.allSatisfy { if case .at = $0 { false } else { true } })
            if capabilities.contains(.counts) { #expect(positions.contains(.after(899))) }
            let last = try await client.get("/table.json")
            #expect(try last.decode(TableJSON.self).count >= 101)
        }
    }

    @Test(arguments: [RowCapabilities.all, [.counts], []])
    func aDeepPageCanBeTheFirst(capabilities: RowCapabilities) async throws {
        var source = Numbers(50_000)
        source.capabilities = capabilities
        let (server, _) = NumbersController.server(source)
        try await server.test(.inProcess) { client in
            _ = try await client.get("/table.json")
            guard !capabilities.isEmpty else {
                // Nothing is known of the rows after the first ones. No other page is shown instead.
                let status = try await client.get("/table.json?_next=0.41999~41999").status
                #expect(status == 503)
                return
            }
            #expect(try ids(try await client.get("/table.json?_next=0.41999~41999")) == Array(42_000..<42_100))
            if capabilities.contains(.ranks) {
                #expect(try ids(try await client.get("/table.json?_row=30123")) == Array(30_100..<30_200))
                #expect(try await client.get("/table.json?_row=50000").status == 404)
                #expect(try await client.get("/table.json?_row=030123").status == 404)
            }
        }
    }

    @Test func aTokenFindsItsPlaceAfterChanges() async throws {
        let source = Numbers(1000)
        let (server, controller) = NumbersController.server(source)
        try await server.test(.inProcess) { client in
            let first = try await client.get("/table.json?_next=0.199~199")
            #expect(try ids(first) == Array(200..<300))
            source.store.change { $0.removeFirst(50) }
            await controller.reload()
            #expect(try ids(try await client.get("/table.json?_next=0.199~199")) == Array(200..<300))
        }
    }

    @Test func aQueryIsATable() async throws {
        let source = Numbers(1000)
        let (server, controller) = NumbersController.server(source)
        try await server.test(.inProcess) { client in
            let sorted = try await client.get("/table.json?_sort_desc=id")
            #expect(try ids(sorted) == Array((900..<1000).reversed()))
            let next = try sorted.decode(TableJSON.self).next_url
            #expect(try ids(try await client.get(try #require(next))) == Array((800..<900).reversed()))
            let found = try await client.get("/table.json?_search=99")
            #expect(try ids(found) == [99, 199, 299, 399, 499, 599, 699, 799, 899] + Array(990..<1000))
            #expect(try found.decode(TableJSON.self).count == 19)
            #expect(try ids(try await client.get("/table.json?id=7")) == [7])
            #expect(try await client.get("/table.json?nothing=7").status == 400)
            // An action on a page of a query meets the row that the page shows.
            let answer = try await client.post("/select/0/0", form: "_query=_sort_desc%3Did&id=999")
            #expect(answer.status == 200, "\(answer.text)")
            #expect(await controller.selected == [999])
        }
    }

    @Test func aSourceOffersOnlyWhatItCanDo() async throws {
        var source = Numbers(100)
        source.capabilities = [.filters]
        let (server, _) = NumbersController.server(source)
        try await server.test(.inProcess) { client in
            let sorted = try await client.get("/table.json?_sort=id")
            #expect(sorted.status == 400)
            #expect(try await client.get("/table.json?_search=9").status == 400)
            #expect(try ids(try await client.get("/table.json?id=7")) == [7])
        }
    }

    @Test func handlersGetTheRow() async throws {
        let source = Numbers(1000)
        let (server, controller) = NumbersController.server(source)
        try await server.test(.inProcess) { client in
            #expect(try await client.post("/select/0/500").status == 200)
            #expect(await controller.selected == [500])
            #expect(try await client.post("/select/0/13").status == 409)
            let moved = try await client.post("/select/0/14")
            #expect(try moved.decode(SelectionJSON.self).location == "/14")
            #expect(try await client.post("/action/0/7/double").status == 200)
            #expect(source.store.state.withLock { $0.rows[7].name } == "row 7row 7")
            #expect(try await client.get("/table.json").text.contains("row 7row 7"))
            #expect(try await client.post("/edit/0/8", form: "name=eight").status == 200)
            #expect(try await client.get("/table.json").text.contains("\"eight\""))
            let created = try await client.post("/new/0", form: "name=last")
            #expect(created.status == 200 && created.text.contains(#""id":"1000""#), "\(created.text)")
            // The browser is led to the page of the row.
            let page: HTTPFields = [.accept: "text/html"]
            let next = try await client.send(
                .post, "/new/0", headers: page + [.contentType: "application/x-www-form-urlencoded"],
                body: Array("name=next".utf8))
            #expect(next.headers[.location]?.hasSuffix("#row-1001") == true, "\(next)")
            #expect(try await client.get("/table.json").decode(TableJSON.self).count == 1002)
            #expect(try await client.post("/commit/0/3/delete").status == 403)
            #expect(try await client.post("/commit/0/4/delete").status == 200)
            #expect(try ids(try await client.get("/table.json")).prefix(5) == [0, 1, 2, 3, 5])
        }
    }

    @Test func anActionOnManyRowsGetsTheRows() async throws {
        let source = Numbers(5000)
        let (server, _) = NumbersController.server(source)
        try await server.test(.inProcess) { client in
            let answer = try await client.post("/selected/mark", form: "rows=0.3&rows=0.4000-0.4200")
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.text.hasPrefix(#"{"performed":[{"section":0,"row":3,"id":"3"},{"section":0,"row":4000,"#))
            let marked = source.store.state.withLock { $0.rows.filter(\.isMarked).map(\.id) }
            #expect(marked == [3] + Array(4000...4200))
            // On the page of a query, they are the rows of the query.
            let sorted = try await client.post(
                "/selected/mark", form: "rows=0.0&_query=_sort_desc%3Did")
            #expect(sorted.status == 200, "\(sorted.text)")
            #expect(source.store.state.withLock { $0.rows[4999].isMarked && !$0.rows[0].isMarked })
            #expect(try await client.get("/table.json").text.contains("checkmark"))
        }
    }

    @Test func aVisitorIsTheSameInTheTableOfAQuery() async throws {
        let (plain, controller) = NumbersController.server(Numbers(10))
        var server = plain
        server.identify { $0.header(.userAgent) }
        TableActor.run { controller.isPersonal = true }
        try await server.test(.inProcess) { client in
            for name in ["ann", "bob"] {
                let answer = try await client.get("/table.json?_sort_desc=id", headers: [.userAgent: name])
                #expect(answer.text.contains("row 9 of \(name)"), "\(answer.text)")
                let export = try await client.get("/table.csv", headers: [.userAgent: name])
                #expect(export.text.contains("row 9 of \(name)"))
            }
        }
    }

    @Test func reloadingShowsOtherRows() async throws {
        let source = Numbers(1000)
        let (server, controller) = NumbersController.server(source)
        try await server.test(.inProcess) { client in
            let sorted = try await client.get("/table.json?_sort_desc=id").decode(TableJSON.self)
            source.store.change { $0.append(Numbered(id: 1000, name: "new")) }
            #expect(try ids(try await client.get("/table.json?_sort_desc=id")).first == 999)
            await controller.reload()
            let answer = try await client.get("/table.json?_sort_desc=id")
            #expect(try ids(answer).first == 1000)
            #expect(try answer.decode(TableJSON.self).revision > sorted.revision)
        }
    }

    @Test func manyReloadsAreFew() async throws {
        let (_, controller) = NumbersController.server(Numbers(10))
        let first = await controller.tableView.revision
        TableActor.run { for _ in 0..<200 { controller.reload() } }
        #expect(await controller.tableView.revision == first + 1)
        try await Task.sleep(for: .milliseconds(1200))
        #expect(await controller.tableView.revision == first + 2)
    }

    @Test func aReadThatFindsAnotherStateReloadsTheTable() async throws {
        let source = Numbers(1000)
        let (server, controller) = NumbersController.server(source)
        try await server.test(.inProcess) { client in
            _ = try await client.get("/table.json")
            let revision = await controller.tableView.revision
            // A change that nobody has announced.
            source.store.change { $0.removeFirst(10) }
            #expect(try ids(try await client.get("/table.json?_next=0.899~899")) == Array(900..<1000))
            #expect(await controller.tableView.revision > revision)
            #expect(try ids(try await client.get("/table.json")).first == 10)
        }
    }

    @Test func readingIsNoChange() async throws {
        let (server, controller) = NumbersController.server(Numbers(1000))
        try await server.test(.inProcess) { client in
            let revision = await controller.tableView.revision
            for url in ["/table.json", "/table.json?_sort=id", "/table.json?_search=7", "/table.csv", "/"] {
                let status = try await client.get(url).status
                #expect(status == 200)
            }
            #expect(await controller.tableView.revision == revision)
        }
    }

    @Test func aSourceIsASectionBesideOthers() async throws {
        var server = TableServer()
        let controller = await NumbersController(Numbers(250))
        let root = TableActor.run {
            let total = CascadingSectionTableDelegate(childDelegates: [TotalRow()])
            return CascadingRootTableDelegate(childDelegates: [total, controller])
        }
        await server.mount("/", TableView(title: "Both", root: root))
        try await server.test(.inProcess) { client in
            let first = try await client.get("/table.json")
            #expect(try first.decode(TableJSON.self).sections.map(\.count) == [1, 250])
            #expect(try ids(first) == Array(0..<99))
            let next = try first.decode(TableJSON.self).next_url
            #expect(try ids(try await client.get(try #require(next))) == Array(99..<199))
            #expect(try await client.post("/select/1/200").status == 200)
            #expect(await controller.selected == [200])
            #expect(try await client.get("/table.csv").text.split(whereSeparator: \.isNewline).count == 252)
        }
    }

    @Test(arguments: [RowCapabilities.all, [.counts], []], [true, false])
    func anExportIsComplete(capabilities: RowCapabilities, freezes: Bool) async throws {
        var source = Numbers(12_345)
        (source.capabilities, source.freezes) = (capabilities, freezes)
        let (server, _) = NumbersController.server(source)
        try await server.test(.socket) { client in
            let answer = try await client.get("/table.csv")
            #expect(
                answer.text.split(whereSeparator: \.isNewline).dropFirst().map { $0.prefix { $0 != "," } }
                    == (0..<12_345).map { Substring("\($0)") })
            guard capabilities.contains(.filters) else { return }
            let found = try await client.get("/table.csv?_search=1")
            #expect(
                found.text.split(whereSeparator: \.isNewline).count - 1 == (0..<12_345).count { "\($0)".contains("1") })
        }
    }

    /// A source without SQL is read page by page. A file of its groups does not end when a page of them would.
    @Test func aFileOfGroupsIsThatOfAllRows() async throws {
        let source = Numbers(30_000)
        source.store.state.withLock { $0.delay = .milliseconds(100) }
        let (server, _) = NumbersController.server(source)
        try await server.test(.socket) { client in
            let answer = try await client.get("/table.ndjson?_stats=id&_col=rows&_col=distinct&_shape=arrays")
            #expect(answer.text == "[30000,30000]\n")
        }
    }

    @Test(arguments: [900, 3_000], [(true, false), (true, true), (false, false), (false, true)])
    func eachWholeTableHasTheRowsThatStay(count: Int, kind: (hasStates: Bool, freezes: Bool)) async throws {
        var source = Numbers(0)
        (source.hasStates, source.freezes) = kind
        let rows = (0..<count).map { Numbered(id: $0, name: "k\($0)k") }
        source.store.change { $0 = rows }
        let (server, controller) = NumbersController.server(source)
        try await server.test(.socket) { [source] client in
            // Rows that come without a state of all of them are whole only between changes.
            let start = ContinuousClock.now
            _ = try await client.get("/table.csv")
            let pause = max((.now - start) * 4, .milliseconds(200))
            try await WholeTables.check(
                client, at: "/", queries: ["", "?_sort_desc=id", "?_search=k"], walks: false,
                staying: Set((0..<count).filter { $0 % 3 == 0 })
            ) { number in
                let id = number * 7 % (count / 3) * 3 + 1
                source.store.change { rows in
                    rows.removeAll { $0.id == id }
                    if let next = rows.firstIndex(where: { $0.id > id }) {
                        rows[next].name += rows[next].id % 3 == 0 ? "" : "x"
                        if number % 2 == 0 { rows.insert(Numbered(id: id, name: "new \(number)"), at: next) }
                    }
                }
                if number % 5 == 0 { await controller.reload() }
                if number % 20 == 0 { try? await Task.sleep(for: pause) }
            }
        }
    }

    /// Each row is of one state, or the export is visibly broken.
    @Test(arguments: [true, false])
    func anExportIsOfOneState(freezes: Bool) async throws {
        var source = Numbers(20_000)
        source.freezes = freezes
        let (server, controller) = NumbersController.server(source)
        try await server.test(.socket) { [source] client in
            let writer = Task {
                while !Task.isCancelled {
                    source.store.change { rows in
                        // The sum of all rows is the same in each state.
                        rows.append(Numbered(id: (rows.last?.id ?? 0) + 1, name: "new"))
                        rows.removeFirst()
                    }
                    await controller.reload()
                    try await Task.sleep(for: .milliseconds(5))
                }
            }
            defer { writer.cancel() }
            var whole = 0
            for _ in 0..<6 {
                guard let answer = try? await client.get("/table.csv"), answer.status == 200 else { continue }
                let ids = answer.text.split(whereSeparator: \.isNewline).dropFirst().map {
                    Int($0.prefix { $0 != "," }) ?? -1
                }
                let first = try #require(ids.first)
                #expect(ids == Array(first..<first + 20_000))
                whole += 1
            }
            if freezes { #expect(whole == 6) }
        }
    }
}

private final class TotalRow: CascadingBareTableDelegate {
    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "Total")
    }
    override var identifier: String { "total" }
}
