import CascadingTable
import MicroHTTPD
import TableRendering
import Testing

@testable import TableServer

@TableActor
@Suite struct KeptPagesTests {
    private func key(
        _ name: String, table: String = "t", variant: String = "", _ change: (inout PageRequest) -> Void = { _ in }
    ) throws -> KeptPages.Key {
        var view = PageRequest(
            scope: .table, representation: .json, parameters: try ViewParameters(Query(), limits: .init()),
            language: .english,
            base: "/\(name)/")
        change(&view)
        return KeptPages.Key(table: table, view: view, variant: variant)
    }

    /// A page that costs so many bytes to keep.
    private func page(costing cost: Int, _ name: String = "page") throws -> KeptPage.Content {
        .page(
            try PreparedPage(
                [UInt8](repeating: 0x61, count: cost - 1024), contentType: "text/plain",
                headers: .page(entityTag: "\"\(name)\"", isPrivate: false, isCompressible: false)))
    }

    private func isKept(_ name: String, in cache: KeptPages) throws -> Bool {
        cache.content(for: try key(name), revision: 1) != nil
    }

    @Test func aPageIsFoundUnderItsKeyAndRevisionOnly() throws {
        let cache = KeptPages(capacity: 100_000)
        cache.keep(try page(costing: 2000, "a"), for: try key("a"), revision: 7)
        guard case .page(let found) = cache.content(for: try key("a"), revision: 7) else {
            Issue.record("The page is not kept.")
            return
        }
        #expect(found.entityTag == "\"a\"")
        #expect(cache.content(for: try key("a"), revision: 6) == nil)
        #expect(cache.content(for: try key("a"), revision: 8) == nil)
        #expect(cache.content(for: try key("a", variant: "visitor"), revision: 7) == nil)
        #expect(cache.content(for: try key("b"), revision: 7) == nil)
    }

    @Test func aPageIsFoundForEveryViewThatIsAlike() throws {
        let table = MountedTable(TableView())
        let cache = KeptPages(capacity: 100_000)
        func view() throws -> PageView {
            PageView(try key("a").view, of: table, visitor: nil, query: [])
        }
        let views = [try view(), try view()]
        #expect(cache.page(views[0]) == nil)
        for first in [views[0], views[1]] {
            // given that the first one's page is kept, in place of another's that has gone
            cache.keep(try page(costing: 2000), for: first.key, revision: 1)
            // when
            let found = views.map { cache.page($0) }
            // then
            #expect(found[0] != nil && found[0] === found[1])
            for view in views { #expect(view.keptKey === first.key) }
            // too much, for which it goes
            cache.keep(try page(costing: 90_000), for: first.key, revision: 2)
            for view in views { #expect(cache.page(view) == nil) }
        }
        #expect(cache.page(PageView(try key("b").view, of: table, visitor: nil, query: [])) == nil)
    }

    @Test func eachPartOfAKeyTellsPagesApart() throws {
        let keys = [
            try key("a"), try key("a", table: "u"), try key("b"), try key("a", variant: "v"),
            try key("a") { $0.scope = .section(0) }, try key("a") { $0.scope = .row([0, 0]) },
            try key("a") { $0.representation = .html }, try key("a") { $0.parameters.size = 1 },
            try key("a") { $0.parameters.anchor = .after(PageToken([0, 0], identifier: "")) },
        ]
        #expect(Set(keys).count == keys.count)
        #expect(try key("a") == keys[0])
    }

    @Test func aLaterRevisionTakesTheOldOnesPlace() throws {
        // given room for four pages of one revision
        let cache = KeptPages(capacity: 8100)
        for name in ["a", "b", "c", "d"] { cache.keep(try page(costing: 2000), for: try key(name), revision: 1) }
        // when
        for _ in 0..<10 { cache.keep(try page(costing: 2000), for: try key("a"), revision: 2) }
        // then nothing had to go
        for name in ["b", "c", "d"] { #expect(try isKept(name, in: cache), "\(name)") }
        #expect(cache.content(for: try key("a"), revision: 2) != nil)
    }

    @Test func aPageThatComesLateDoesNotTakeTheNewerOnesPlace() throws {
        // given that a page was written while the next was made
        let cache = KeptPages(capacity: 100_000)
        cache.keep(try page(costing: 2000, "new"), for: try key("a"), revision: 2)
        // when
        cache.keep(try page(costing: 2000, "old"), for: try key("a"), revision: 1)
        // then
        guard case .page(let found) = cache.content(for: try key("a"), revision: 2) else {
            Issue.record("The newer page is gone.")
            return
        }
        #expect(found.entityTag == "\"new\"")
        #expect(cache.content(for: try key("a"), revision: 1) == nil)
    }

    @Test func whatIsKeptIsBoundedInBytes() throws {
        let cache = KeptPages(capacity: 8100)
        let names = (0..<20).map { "page\($0)" }
        for name in names { cache.keep(try page(costing: 2000), for: try key(name), revision: 1) }
        #expect(try names.filter { try isKept($0, in: cache) } == ["page16", "page17", "page18", "page19"])
    }

    @Test func whatTheClientWroteCountsToo() throws {
        let cache = KeptPages(capacity: 40_000)
        let long = String(repeating: "x", count: 5000)
        var keys: [KeptPages.Key] = []
        for index in 0..<12 {
            keys.append(
                try key("\(index)", variant: index % 3 == 2 ? long : "") { view in
                    switch index % 3 {
                    case 0: view.base += long
                    case 1: view.parameters.anchor = .after(PageToken([0, 0], identifier: long))
                    default: break
                    }
                })
        }
        for key in keys { cache.keep(.perVisitor, for: key, revision: 1) }
        #expect(keys.filter { cache.content(for: $0, revision: 1) != nil }.count == 7)
    }

    @Test func whatIsAroundAPageCountsToo() throws {
        let templates = try PageTemplates([
            "page": String(repeating: "a", count: 5000) + "{{{table}}}", "error": "", "confirm": "", "edit": "",
        ])
        var writer = HTMLTableWriter(links: PageLinks(base: "/"))
        let tableView = TableView(root: CascadingRootTableDelegate())
        tableView.write(tableView.window(size: 1), to: &writer)
        let origin = KnownShell.Origin(writer, title: "", breadcrumbs: [], tag: "")
        let made = PageShell(writer, title: "", breadcrumbs: [])
        let page = templates.write(made, from: origin, around: &writer)
        let shell = try #require(page.shell)
        let costs = [nil, shell].map { shell in
            let page = KeptPage()
            page.keep(
                .perVisitor,
                .init(rows: nil, links: .init(links: PageLinks(base: "/"), isEditing: false, shell: shell)), at: 1)
            return page.cost
        }
        #expect(costs[1] == costs[0] + 5000)
    }

    /// Rows that were asked for.
    private func answers(of count: Int) throws -> AnsweredRows {
        let rows = (0..<count).map { _ in CascadingBareTableDelegate() }
        let tableView = TableView(
            root: CascadingRootTableDelegate(childDelegates: [CascadingSectionTableDelegate(childDelegates: rows)]))
        return try #require(
            TableAsking(of: tableView.window(size: count), in: tableView, numberingLines: false).ask().answeredRows)
    }

    @Test func whatIsKnownIsNotKeptAnew() throws {
        let tableView = TableView(
            root: CascadingRootTableDelegate(childDelegates: [
                CascadingSectionTableDelegate(childDelegates: [CascadingBareTableDelegate()])
            ]))
        func asked(after answered: AnsweredRows?) -> AskedPage {
            TableAsking(of: tableView.window(size: 1), in: tableView, answered: answered, numberingLines: false).ask()
        }
        let answers = try #require(asked(after: nil).answeredRows)
        #expect(asked(after: answers).answeredRows == nil)
        tableView.title = "Other"
        #expect(asked(after: answers).answeredRows == nil)
        tableView.reloadRows(at: [[0, 0]])
        #expect(asked(after: answers).answeredRows != nil)
    }

    @Test func whatRowsAnsweredIsBoundedWithThePagesAndGoesFirst() throws {
        let answers = try answers(of: 3)
        let cost = answers.cost + 100
        // given room for the answers of two tables
        let cache = KeptPages(capacity: 4 * cost + 2 * cost)
        cache.keep(try page(costing: cost), for: try key("a"), revision: 1)
        cache.keep(try page(costing: cost), for: try key("b"), revision: 1)
        cache.keep(try page(costing: cost), for: try key("c"), revision: 1)
        for tag in ["t", "u"] { _ = cache.keep(answers, ofTable: tag, besides: 100) }
        #expect(cache.answers(ofTable: "t") != nil && cache.answers(ofTable: "u") != nil)
        // when
        cache.keep(try page(costing: cost + 500), for: try key("d"), revision: 1)
        // then
        #expect(cache.answers(ofTable: "t") == nil)
        #expect(cache.answers(ofTable: "u") != nil)
        for name in ["a", "b", "c", "d"] { #expect(try isKept(name, in: cache), "\(name)") }
        #expect(cache.byteCount <= 6 * cost)
    }

    @Test func answersThatAreTooManyAreNotKeptInPlaceOfOthers() throws {
        let cache = KeptPages(capacity: 8000)
        _ = cache.keep(try answers(of: 1), ofTable: "t", besides: 0)
        #expect(cache.answers(ofTable: "t") != nil)
        _ = cache.keep(try answers(of: 3), ofTable: "t", besides: 1000)
        #expect(cache.answers(ofTable: "t") == nil)
    }

    @Test func onePageMayTakeAQuarter() throws {
        let cache = KeptPages(capacity: 8100)
        // given keys that cost three bytes
        cache.keep(try page(costing: 2023), for: try key("a"), revision: 1)
        cache.keep(try page(costing: 2022), for: try key("b"), revision: 1)
        #expect(try !isKept("a", in: cache))
        #expect(try isKept("b", in: cache))
    }

    @Test func aPageThatBecameTooLargeIsNotFoundAsItWas() throws {
        let cache = KeptPages(capacity: 8100)
        cache.keep(try page(costing: 2000), for: try key("a"), revision: 1)
        cache.keep(try page(costing: 4000), for: try key("a"), revision: 1)
        #expect(try !isKept("a", in: cache))
    }

    @Test func thePageNotAskedForLongestGoes() throws {
        let cache = KeptPages(capacity: 8100)
        for name in ["a", "b", "c", "d"] { cache.keep(try page(costing: 2000), for: try key(name), revision: 1) }
        #expect(try isKept("a", in: cache))
        cache.keep(try page(costing: 2000), for: try key("e"), revision: 1)
        #expect(try ["a", "b", "c", "d", "e"].filter { try isKept($0, in: cache) } == ["a", "c", "d", "e"])
    }

    @Test func thatAPageIsEachVisitorsOwnIsKeptToo() throws {
        let cache = KeptPages(capacity: 8100)
        cache.keep(.perVisitor, for: try key("a"), revision: 1)
        guard case .perVisitor = cache.content(for: try key("a"), revision: 1) else {
            Issue.record("It is not kept.")
            return
        }
        for index in 100..<200 { cache.keep(.perVisitor, for: try key("\(index)"), revision: 1) }
        #expect(try (100..<200).filter { try isKept("\($0)", in: cache) }.count == 8100 / 261)
    }

    @Test func withoutRoomNothingIsKept() throws {
        let cache = KeptPages(capacity: 0)
        cache.keep(.perVisitor, for: try key("a"), revision: 1)
        cache.keep(try page(costing: 1024), for: try key("b"), revision: 1)
        #expect(try !isKept("a", in: cache))
        #expect(try !isKept("b", in: cache))
    }
}
