import CascadingTable
import Testing

@testable import TableServer

@TableActor
@Suite struct SessionStoreTests {
    private let tableView = Market().tableView

    /// Stores something for a new visitor in a table, and returns the visitor's identifier.
    private func visitor(of store: SessionStore, table path: String = "/") -> String {
        let visit = store.visit(of: nil, to: path)
        fill(visit.session)
        #expect(store.keep(visit))
        return visit.session.id
    }

    private func fill(_ session: TableSession) {
        _ = tableView.answering(TableRequest(session: session)) { tableView.selectRow(at: [0, 0]) }
    }

    private func isKnown(_ visitor: String, to store: SessionStore, table path: String = "/") -> Bool {
        !store.session(ofVisitor: visitor, table: path).isEmpty
    }

    @Test func aVisitorNobodyKnowsHasAnEmptySessionWithoutName() {
        let store = SessionStore(capacity: 4)
        for visitor in [nil, "", "a", String(repeating: "a", count: 39)] {
            let session = store.session(ofVisitor: visitor, table: "/")
            #expect(session.id == "")
            #expect(session.isEmpty)
        }
    }

    @Test func aNewVisitorIsNeverGivenTheNameHeBrings() {
        let store = SessionStore(capacity: 4)
        let brought = String(repeating: "a", count: 39)
        #expect(store.visit(of: brought, to: "/").session.id != brought)
    }

    @Test func namesAreLongAndNeverAlike() {
        let store = SessionStore(capacity: 4)
        let names = (0..<500).map { _ in Array(store.visit(of: nil, to: "/").session.id.utf8) }
        #expect(Set(names).count == 500)
        for name in names {
            #expect(name.count == 39)
            #expect(name.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
        }
        for place in 0..<39 { #expect(Set(names.map { $0[place] }).count > 1, "\(place)") }
    }

    /// An action may wait while another action of the same visitor begins and ends.
    @Test(arguments: [false, true])
    func visitsAtOneTimeShareTheirSession(firstEndsFirst: Bool) {
        // given
        let store = SessionStore(capacity: 4)
        let id = visitor(of: store, table: "/other/")
        let visits = [store.visit(of: id, to: "/"), store.visit(of: id, to: "/")]
        // when one of them selects a row
        fill(visits[1].session)
        for visit in firstEndsFirst ? visits : visits.reversed() { _ = store.keep(visit) }
        // then
        #expect(isKnown(id, to: store))
        #expect(visits[0].session === visits[1].session)
    }

    @Test func whatAVisitorLeavesIsFoundAgainInThatTableOnly() {
        // given
        let store = SessionStore(capacity: 4)
        let visit = store.visit(of: nil, to: "/a/")
        let session = visit.session
        fill(session)
        // when
        #expect(store.keep(visit))
        #expect(!store.keep(visit))
        // then
        #expect(store.session(ofVisitor: session.id, table: "/a/") === session)
        #expect(store.visit(of: session.id, to: "/a/").session === session)
        let other = store.visit(of: session.id, to: "/b/").session
        #expect(other.id == session.id)
        #expect(other.isEmpty)
    }

    @Test func aVisitorWhoLeavesNothingIsNotRemembered() {
        let store = SessionStore(capacity: 4)
        let visit = store.visit(of: nil, to: "/")
        #expect(!store.keep(visit))
        #expect(store.session(ofVisitor: visit.session.id, table: "/").id == "")
    }

    @Test func aVisitorWhoTakesAllBackKeepsHisName() {
        let store = SessionStore(capacity: 4)
        let visitor = visitor(of: store)
        let visit = store.visit(of: visitor, to: "/")
        let session = visit.session
        _ = tableView.answering(TableRequest(session: session)) { tableView.deselectRow(at: [0, 0]) }
        #expect(!store.keep(visit))
        #expect(store.session(ofVisitor: visitor, table: "/") !== session)
        #expect(store.visit(of: visitor, to: "/").session.id == visitor)
    }

    @Test func whereNobodyIsToBeRememberedNobodyIs() {
        let store = SessionStore(capacity: 0)
        let visit = store.visit(of: nil, to: "/")
        fill(visit.session)
        #expect(!store.keep(visit))
        #expect(!isKnown(visit.session.id, to: store))
    }

    @Test func theVisitorNotSeenForLongestIsForgotten() {
        let store = SessionStore(capacity: 3)
        let visitors = (0..<5).map { _ in visitor(of: store) }
        #expect(visitors.map { isKnown($0, to: store) } == [false, false, true, true, true])
    }

    @Test func aVisitorWhoDoesSomethingIsSeen() {
        let store = SessionStore(capacity: 2)
        let (first, second) = (visitor(of: store), visitor(of: store))
        _ = store.keep(store.visit(of: first, to: "/"))
        _ = visitor(of: store)
        #expect(isKnown(first, to: store))
        #expect(!isKnown(second, to: store))
    }

    @Test(arguments: ["/", "/other/"])
    func aVisitorWhoLooksIsSeen(path: String) {
        let store = SessionStore(capacity: 2)
        let (first, second) = (visitor(of: store), visitor(of: store))
        _ = store.session(ofVisitor: first, table: path)
        _ = visitor(of: store)
        #expect(isKnown(first, to: store))
        #expect(!isKnown(second, to: store))
    }

    @Test func aVisitorLeavesSomethingInABoundedNumberOfTables() {
        // given a visitor with as many tables as are remembered, who returns to the first table
        let store = SessionStore(capacity: 2)
        let visitor = visitor(of: store, table: "/0/")
        func visit(_ path: String) {
            let visit = store.visit(of: visitor, to: path)
            fill(visit.session)
            _ = store.keep(visit)
        }
        for table in 1..<64 { visit("/\(table)/") }
        #expect(isKnown(visitor, to: store, table: "/0/"))
        // when
        visit("/64/")
        // then
        let known = (0...64).filter { isKnown(visitor, to: store, table: "/\($0)/") }
        #expect(known == [0] + Array(2...64))
    }

    /// Returns the session of a new visitor who selects these rows of fruit.
    private func visitor(of store: SessionStore, selecting rows: some Sequence<Int>, in market: Market) -> TableSession
    {
        market.tableView.allowsMultipleSelection = true
        let visit = store.visit(of: nil, to: "/")
        _ = market.tableView.answering(TableRequest(session: visit.session)) {
            for row in rows { market.tableView.selectRow(at: [0, row]) }
        }
        #expect(store.keep(visit))
        return visit.session
    }

    @Test func beyondTheBytesTheVisitorsNotSeenForLongestAreForgotten() {
        // given
        let store = SessionStore(capacity: 100, maxBytes: 60_000)
        let market = Market(fruit: 4000)
        // when each of 20 visitors selects 200 different rows
        let visitors = (0..<20).map { visitor(of: store, selecting: $0 * 200..<$0 * 200 + 200, in: market).id }
        // then
        let known = visitors.map { isKnown($0, to: store) }
        let count = known.filter { $0 }.count
        #expect((2...10).contains(count))
        #expect(known == Array(repeating: false, count: 20 - count) + Array(repeating: true, count: count))
        #expect(store.byteCount <= 60_000)
    }

    @Test func aVisitorWhoIsForgottenGivesTheMemoryBack() {
        let store = SessionStore(capacity: 1)
        let market = Market(fruit: 1000)
        for first in 0..<5 { _ = visitor(of: store, selecting: first..<first + 900, in: market) }
        #expect(store.byteCount < 100_000)
        _ = visitor(of: store)
        #expect(store.byteCount < 2000)
    }

    @Test func theLastTableOfTheLastVisitorIsKeptHoweverLongItsSelectionIs() {
        // given
        let store = SessionStore(capacity: 4, maxBytes: 1000)
        let market = Market(fruit: 300)
        let first = visitor(of: store)
        // when
        let long = visitor(of: store, selecting: 0..<300, in: market)
        // then
        #expect(!isKnown(first, to: store))
        #expect(isKnown(long.id, to: store))
        // when the visitor selects something in another table
        let visit = store.visit(of: long.id, to: "/other/")
        fill(visit.session)
        _ = store.keep(visit)
        // then
        #expect(!isKnown(long.id, to: store))
        #expect(isKnown(long.id, to: store, table: "/other/"))
    }
}
