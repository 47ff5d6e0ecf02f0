import CascadingTable
import Foundation
import HTTPTypes
import Synchronization
import TableServer
import TableTesting
import Testing

/// Tests row sources that fail, wait, or contradict themselves.
@Suite struct RowSourceFaultTests {
    private struct Broken: Error {}

    private func names(_ answer: TestResponse) throws -> [String] {
        try answer.decode(TableJSON.self).sections.flatMap(\.rows).map(\.id)
    }

    /// Serves a source with false answers. Returns the anomalies of the table.
    private func serve(
        _ source: Numbers, _ falsify: (@Sendable (Numbers.Request, Numbers.Page) throws -> Numbers.Page)?,
        _ body: @Sendable (any TestClient) async throws -> Void
    ) async throws -> [String] {
        let (server, controller) = NumbersController.server(source) { $0.loadingTimeout = .seconds(60) }
        TableActor.run { controller.tableView.anomalies.action = { _ in } }
        source.store.falsify(falsify)
        try await server.test(.inProcess) { try await body($0) }
        return await controller.tableView.anomalies.recent.map(\.message)
    }

    /// Groups of cells that differ by visitor are those of one request.
    @Test func fewRowsThatDifferByVisitorAreGrouped() async throws {
        let (server, controller) = NumbersController.server(Numbers(30))
        TableActor.run { controller.isPersonal = true }
        try await server.test(.inProcess) { client in
            _ = try await client.get("/table.json")
            let groups = try await client.get("/table.ndjson?_group=name&_size=1&_sort=name")
            #expect(groups.status == 200 && groups.text.contains("row 0"), "\(groups.text)")
        }
    }

    @Test func groupsOfTheSourceAreShownUnlessTheyAreWrong() async throws {
        var source = Numbers(30)
        source.capabilities.insert(.groups)
        let grouping = source
        @Sendable func setGroups(_ body: @escaping @Sendable (GroupRequest) throws -> [[FieldValue]]?) {
            grouping.store.state.withLock { $0.group = body }
            grouping.store.change { _ in }
        }
        let anomalies = try await serve(grouping, nil) { client in
            func lines(_ query: String) async throws -> String {
                try await client.get("/table.ndjson?_shape=arrays&\(query)").text
            }
            let counted = try await lines("_group=id&_sort=id&id=7")
            #expect(counted == "[7,1]\n")
            setGroups { request in
                #expect(request.query.filters.map(\.value) == ["7"] && request.grouping.keys.map(\.column) == ["id"])
                return [[.integer(7), .integer(99), .integer(0)]]
            }
            #expect(try await lines("_group=id&id=7&_sort_desc=id") == "[7,99]\n")
            setGroups { _ in [[.integer(7)]] }
            #expect(try await lines("_group=id&id=7&_sort_desc=count") == "[7,1]\n")
            setGroups { _ in [] }
            #expect(try await lines("_group=id&id=none") == "")
            let foot = try await client.get("/?_count=id&name=row&_size=1", headers: [.accept: "text/html"])
            #expect(foot.status == 200, "\(foot.text)")
            setGroups { _ in nil }
            #expect(try await lines("_group=id&id=7&_size=5") == "[7,1]\n")
            setGroups { _ in throw TableViewError(.busy, "The database is being repaired.") }
            let busy = try await client.get("/table.json?_group=name")
            #expect(busy.status == 503 && busy.text.contains("being repaired"))
        }
        #expect(anomalies.contains { $0.hasSuffix("All rows are 0 groups instead of one.") }, "\(anomalies)")
        #expect(anomalies.contains { $0.hasSuffix("A group has 1 values instead of 3.") }, "\(anomalies)")
    }

    @Test func anErrorFailsTheRequestAndNoLaterOne() async throws {
        let source = Numbers(1000)
        _ = try await serve(source, { _, _ in throw Broken() }) { client in
            #expect(try await client.get("/table.json").status == 500)
            source.store.falsify { _, _ in throw TableViewError(.busy, "The database is being repaired.") }
            let busy = try await client.get("/table.json")
            #expect(busy.status == 503 && busy.text.contains("being repaired"))
            source.store.falsify { request, page in
                if request.position != .first { throw Broken() }
                return page
            }
            #expect(try await client.get("/table.json").status == 200)
            #expect(try await client.get("/table.json?_next=0.599~599").status == 500)
            #expect(try await client.get("/table.csv?_next=0.10~10").status == 500)
            source.store.falsify(nil)
            #expect(try names(try await client.get("/table.json?_next=0.599~599")).first == "600")
        }
    }

    @Test func aSourceThatThrowsCancellationIsNotTakenForAClientThatLeft() async throws {
        _ = try await serve(Numbers(1000), { _, _ in throw CancellationError() }) { client in
            let answer = try await client.get("/table.json")
            #expect(answer.status == 503 && answer.text.contains("could not be read"))
        }
    }

    @Test func aSourceThatNeverAnswersIsCancelled() async throws {
        let source = Numbers(1000)
        source.store.state.withLock { $0.isStuck = true }
        var (server, _) = NumbersController.server(source) { $0.loadingTimeout = .seconds(1) }
        server.mount("/other/", await Market().tableView)
        try await server.test(.inProcess) { client in
            async let stuck = client.get("/table.json")
            let other = try await client.get("/other/table.json")
            #expect(other.status == 200, "\(other)")
            let answer = try await stuck
            #expect(answer.status == 503 && answer.text.contains("took too long"))
            for _ in 0..<100 where source.store.cancellations == 0 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(source.store.cancellations == 1)
            // The next visitor is not told of it.
            source.store.state.withLock { $0.isStuck = false }
            let later = try await client.get("/table.json")
            #expect(later.status == 200, "\(later.text)")
        }
    }

    @Test func aThousandClientsAreOneRequest() async throws {
        let source = Numbers(1000)
        source.store.state.withLock { $0.delay = .milliseconds(300) }
        let (server, _) = NumbersController.server(source)
        try await server.test(.inProcess) { client in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<1000 { group.addTask { try await client.get("/table.json").status } }
                for try await status in group { #expect(status == 200) }
            }
        }
        #expect(source.store.requests.count == 1)
    }

    /// Many different pages of a slow source: some are read, and the others are told to try again.
    @Test func manyPagesAtATimeAreBounded() async throws {
        let source = Numbers(100_000)
        let (server, _) = NumbersController.server(source)
        try await server.test(.inProcess) { client in
            _ = try await client.get("/table.json")
            source.store.state.withLock { $0.delay = .milliseconds(500) }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for page in 1..<200 {
                    group.addTask { try await client.get("/table.json?_next=0.\(page * 400)~\(page * 400)").status }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(Set(statuses.keys) == [200, 503])
            #expect(statuses[200] ?? 0 >= 64)
        }
        #expect(source.store.requests.count <= 70)
    }

    @Test func aClientThatLeavesCancelsTheSourceUnlessAnotherWaits() async throws {
        let source = Numbers(1000)
        source.store.state.withLock { $0.delay = .milliseconds(500) }
        let (server, _) = NumbersController.server(source)
        try await server.test(.inProcess) { client in
            let leaving = Task { try await client.get("/table.json") }
            let staying = Task { try await client.get("/table.json") }
            while source.store.requests.count < 1 { try await Task.sleep(for: .milliseconds(5)) }
            leaving.cancel()
            #expect(try await staying.value.status == 200)
            #expect(source.store.cancellations == 0)
            let alone = Task { try await client.get("/table.json?_next=0.500~500") }
            while source.store.requests.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
            alone.cancel()
            _ = try? await alone.value
            for _ in 0..<100 where source.store.cancellations == 0 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(source.store.cancellations == 1)
        }
    }

    @Test func rowsTooManyAreLeftOut() async throws {
        let anomalies = try await serve(
            Numbers(1000),
            { request, page in
                guard case .after = request.position else { return page }
                var page = page
                page.rows += (0..<10).map { Numbered(id: 5000 + $0, name: "more") }
                return page
            }
        ) { client in
            _ = try await client.get("/table.json")
            let answer = try await client.get("/table.json?_next=0.99~99")
            #expect(try names(answer) == (100..<200).map(String.init))
        }
        #expect(anomalies.contains { $0.contains("110 rows for a limit of 100") }, "\(anomalies)")
    }

    @Test func aShortPageIsContinued() async throws {
        let anomalies = try await serve(
            Numbers(1000),
            { _, page in
                var page = page
                if page.rows.count > 30 {
                    page.rows = Array(page.rows.prefix(30))
                    page.hasLater = true
                }
                return page
            }
        ) { client in
            #expect(try names(try await client.get("/table.json")) == (0..<100).map(String.init))
            let csv = try await client.get("/table.csv")
            #expect(csv.text.split(whereSeparator: \.isNewline).count == 1001)
        }
        #expect(anomalies.isEmpty, "\(anomalies)")
    }

    /// The source counts rows that it does not return.
    @Test func rowsTooFewAreNamedInTheirPlace() async throws {
        let source = Numbers(1000)
        let anomalies = try await serve(
            source,
            { request, page in
                var page = page
                page.rows.removeAll { (150..<160).contains($0.id) }
                return page
            }
        ) { client in
            _ = try await client.get("/table.json")
            let answer = try await client.get("/table.json?_next=0.99~99")
            #expect(answer.status == 200)
            let found = try names(answer).compactMap { Int($0) }
            #expect(found == Array(100..<150) + Array(160..<200), "\(found)")
            #expect(answer.text.components(separatedBy: "could not be read").count == 11)
            // Never an export that is shorter than it says.
            let export = try? await client.get("/table.csv")
            #expect(export?.status != 200)
        }
        #expect(!anomalies.isEmpty)
    }

    @Test func aKeyThatIsThereTwiceIsShownOnce() async throws {
        let anomalies = try await serve(
            Numbers(1000),
            { _, page in
                var page = page
                if page.rows.count > 5 { page.rows[5] = page.rows[4] }
                return page
            }
        ) { client in
            let answer = try await client.get("/table.json")
            #expect(answer.status == 200)
            #expect(try names(answer).count { $0 == "4" } == 1)
            #expect(answer.text.contains("could not be read"))
            let export = try? await client.get("/table.csv")
            #expect(export?.status != 200)
        }
        #expect(anomalies.contains { $0.contains("\"4\" twice") }, "\(anomalies)")
    }

    /// The rows of a page differ from those of the page before it, although the state is the same.
    @Test func rowsInAnotherOrderAreNotShownTwice() async throws {
        let anomalies = try await serve(
            Numbers(1000),
            { request, page in
                guard case .after(199) = request.position else { return page }
                var page = page
                page.rows = page.rows.map { Numbered(id: $0.id - 150, name: $0.name) }
                return page
            }
        ) { client in
            _ = try await client.get("/table.json")
            _ = try await client.get("/table.json?_next=0.99~99")
            #expect(try await client.get("/table.json?_next=0.199~199").status == 200)
            let export = try? await client.get("/table.csv")
            if let export, export.status == 200 {
                #expect(Set(export.text.split(whereSeparator: \.isNewline)).count == 1001)
            }
        }
        #expect(anomalies.contains { $0.contains("differ") }, "\(anomalies)")
    }

    @Test(arguments: [true, false])
    func aKeyThatIsGoneIsReadByNumber(hasStates: Bool) async throws {
        var source = Numbers(1000)
        source.hasStates = hasStates
        _ = try await serve(source, nil) { [source] client in
            _ = try await client.get("/table.json")
            source.store.change { $0.remove(at: 99) }
            let answer = try await client.get("/table.json?_next=0.99~99")
            #expect(answer.status == 200, "\(answer.text)")
            let found = try names(answer).compactMap { Int($0) }
            #expect(found == found.sorted() && Set(found).count == 100 && !found.contains(99))
        }
    }

    @Test(arguments: [true, false])
    func aTotalThatShrinksIsFollowed(hasStates: Bool) async throws {
        var source = Numbers(1000)
        source.hasStates = hasStates
        _ = try await serve(source, nil) { [source] client in
            _ = try await client.get("/table.json")
            source.store.change { $0.removeLast(700) }
            let answer = try await client.get("/table.json?_next=0.799~799")
            #expect(answer.status == 200, "\(answer.text)")
            let table = try await client.get("/table.json").decode(TableJSON.self)
            #expect(table.count == 300)
            let csv = try await client.get("/table.csv")
            #expect(csv.text.split(whereSeparator: \.isNewline).count == 301)
        }
    }

    @Test(arguments: [
        RowPage<Numbered>.Count.exact(50), .exact(0), .exact(2000), .exact(-1), .exact(.max), .atLeast(10), .about(90),
        .about(5000), .unknown,
    ])
    func aWrongCountHidesNoRow(count: RowPage<Numbered>.Count) async throws {
        let source = Numbers(1000)
        let anomalies = try await serve(
            source,
            { _, page in
                var page = page
                page.count = count
                return page
            }
        ) { client in
            var url: String? = "/table.json"
            var all: [String] = []
            while let page = url, all.count < 3000 {
                let answer = try await client.get(page)
                #expect(answer.status == 200, "\(page): \(answer.text)")
                all += try names(answer)
                url = try answer.decode(TableJSON.self).next_url
            }
            #expect(all == (0..<1000).map(String.init))
        }
        if case .exact = count { #expect(!anomalies.isEmpty) }
    }

    @Test(arguments: [-1, Int.max, Int.min, 1 << 41])
    func anImpossibleRankIsIgnored(rank: Int) async throws {
        let anomalies = try await serve(
            Numbers(1000),
            { request, page in
                var page = page
                page.rank = rank
                // Of too many rows before a key, the last ones are kept.
                if case .before = request.position { page.rows.insert(Numbered(id: 9999, name: "more"), at: 0) }
                return page
            }
        ) { client in
            let first = try await client.get("/table.json")
            #expect(try names(first) == (0..<100).map(String.init))
            #expect(try names(try await client.get("/table.json?_next=0.99~99")) == (100..<200).map(String.init))
            #expect(try await client.get("/table.json?_next=0.499~499").status == 200)
            #expect(try await client.get("/table.json?_prev=0.499~499").status == 200)
        }
        #expect(anomalies.contains { $0.contains("rank") })
    }

    /// Pages answer, although each of them finds another state.
    @Test func aSourceThatChangesAllTheTimeIsRead() async throws {
        let source = Numbers(2000)
        let (server, controller) = NumbersController.server(source)
        try await server.test(.inProcess) { client in
            let writer = Task {
                while !Task.isCancelled {
                    source.store.change { $0[0].name += "x" }
                    await controller.reload()
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            defer { writer.cancel() }
            for page in 0..<18 {
                let (row, sort) = (page * 100 + 50, page % 2 == 0 ? "" : "&_sort=id")
                let answer = try await client.get("/table.json?_next=0.\(row)~\(row)\(sort)")
                #expect(answer.status == 200, "\(answer.text)")
                #expect(try names(answer).first == "\(row + 1)")
            }
        }
    }
}
