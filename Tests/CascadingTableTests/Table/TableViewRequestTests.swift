import CascadingTable
import FoundationEssentials
import Testing

/// Tests that the parts of a request that a delegate reads decide for which visitors an answer is cached.
@TableActor
@Suite struct TableViewRequestTests {
    /// A data source whose number of rows comes from the query, the session or the traits.
    private final class Personal: TableViewDataSource {
        enum Source { case fixed, query, session, traits }
        var source: Source
        var questions = 0
        init(_ source: Source) { self.source = source }

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
            questions += 1
            switch source {
            case .fixed: return 5
            case .query: return tableView.query.first.flatMap { Int($0.value) } ?? 0
            case .session: return Int(tableView.session.id) ?? 0
            case .traits: return Int(tableView.traits.language) ?? 0
            }
        }

        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    }

    private func request(_ number: Int) -> TableRequest {
        TableRequest(
            session: TableSession(id: "\(number)"), query: [("_size", "\(number)")],
            traits: TableViewTraits(language: "\(number)"))
    }

    @Test func `An answer that read nothing is shared`() {
        let source = Personal(.fixed)
        let tableView = TableView(dataSource: source)
        for number in 1...3 {
            let outcome = tableView.answering(request(number)) { tableView.numberOfRows }
            #expect(outcome.result == 5)
            #expect(outcome.reads == [])
        }
        #expect(source.questions == 1)
    }

    @Test func `An answer made from the query, the session or the traits is not given to another`() {
        for (kind, reads): (Personal.Source, TableRequest.Reads) in [
            (.query, .query), (.session, .session), (.traits, .traits),
        ] {
            let tableView = TableView(dataSource: Personal(kind))
            for number in [3, 1, 2] {
                let outcome = tableView.answering(request(number)) { tableView.numberOfRows }
                #expect(outcome.result == number)
                #expect(outcome.reads == reads)
            }
        }
    }

    @Test func `Who is not remembered has a session for one request`() {
        let tableView = TableView(dataSource: Personal(.fixed))
        var sessions: [TableSession] = []
        for _ in 0..<2 {
            let outcome = tableView.answering(TableRequest()) { () -> [IndexPath] in
                tableView.selectRow(at: [0, 1])
                tableView.setEditing(true)
                #expect(tableView.session === tableView.session)
                #expect(tableView.isEditing && !tableView.session.isEmpty)
                sessions.append(tableView.session)
                return tableView.indexPathsForSelectedRows
            }
            #expect(outcome.result == [[0, 1]])
        }
        #expect(sessions[0] !== sessions[1])
        _ = tableView.answering(TableRequest()) { #expect(tableView.session.isEmpty) }
        #expect(tableView.indexPathsForSelectedRows == [] && !tableView.isEditing)
    }

    @Test func `Within one request such an answer is kept`() {
        let source = Personal(.query)
        let tableView = TableView(dataSource: source)
        _ = tableView.answering(request(3)) { for _ in 0..<5 { _ = tableView.numberOfRows } }
        #expect(source.questions == 1)
    }

    @Test func `An answer made outside of a request is not given to one`() {
        for kind: Personal.Source in [.query, .session] {
            let tableView = TableView(dataSource: Personal(kind))
            #expect(tableView.numberOfRows == 0)

            #expect(tableView.answering(request(3)) { tableView.numberOfRows }.result == 3)

            #expect(tableView.numberOfRows == 0)
        }
    }

    @Test func `Reading the session outside of a request does not end the sharing of later answers`() {
        let source = Personal(.fixed)
        let tableView = TableView(dataSource: source)
        _ = tableView.indexPathsForSelectedRows
        for number in 1...3 { _ = tableView.answering(request(number)) { _ = tableView.numberOfRows } }
        #expect(source.questions == 1)
    }

    @Test func `A request within a request has its own answers, and the outer one has its own back`() {
        let tableView = TableView(dataSource: Personal(.query))

        let outer = tableView.answering(request(3)) {
            let before = tableView.numberOfRows
            let inner = tableView.answering(request(7)) { tableView.numberOfRows }
            return [before, inner.result, tableView.numberOfRows]
        }

        #expect(outer.result == [3, 7, 3])
        #expect(outer.reads == .query)
    }

    @Test func `What is thrown passes through, and the request is over`() {
        struct Failure: Error {}
        let tableView = TableView(dataSource: Personal(.query))

        #expect(throws: Failure.self) {
            try tableView.answering(request(3)) {
                _ = tableView.numberOfRows
                throw Failure()
            }
        }

        #expect(tableView.query.isEmpty)
        #expect(tableView.numberOfRows == 0)
    }

    @Test func `A delegate can send the visitor on, and only the one who asked`() {
        let tableView = TableView()
        let sent = tableView.answering(request(1)) {
            tableView.navigate(to: "a")
            tableView.navigate(to: "b")
        }
        #expect(sent.location == "b")
        #expect(tableView.answering(request(2)) {}.location == nil)
    }
}
