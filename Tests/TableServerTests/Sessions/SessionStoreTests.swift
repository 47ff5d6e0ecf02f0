import CascadingTable
import Testing

@testable import TableServer

@TableActor
@Suite struct SessionStoreTests {
    private let tableView = Market().tableView

    /// A visitor who left something in that table.
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

    @Test(arguments: ["/", "/other/"])
    func whatEachVisitLeavesIsToldOf(path: String) {
        let store = SessionStore(capacity: 4)
        let visitor = visitor(of: store)
        for _ in 0..<2 {
            let visit = store.visit(of: visitor, to: path)
            fill(visit.session)
            let before = visit.session.changeCounter.count
            #expect(!store.keep(visit))
            #expect(visit.session.changeCounter.count != before)
        }
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
        // given a visitor of as many tables as are remembered, who looks at the first again
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
}
