import CascadingTable
import FoundationEssentials
import Testing

@TableActor
@Suite struct TableVisitorTests {
    private struct Account: Identifiable, Sendable {
        var id: Int?
    }
    private struct Nameless: Sendable {}
    private enum Role: Sendable { case admin }

    @Test func `The identifier is that of the user, or the user`() {
        let uuid = UUID()
        let cases: [(user: (any Sendable)?, id: String?)] = [
            (Account(id: 5), "5"), (Account(id: nil), nil), ("anna", "anna"), (uuid, uuid.uuidString), (7, "7"),
            (Role.admin, "admin"), (Nameless(), nil), (nil, "session"),
        ]
        for (user, id) in cases { #expect(TableVisitor(user: user, sessionID: "session").id == id) }
        #expect(TableVisitor().id == nil && TableVisitor().user == nil)
    }

    @Test func `A table tells the visitor of the request and notes that it was read`() {
        let tableView = TableView()
        let requests: [(TableRequest, user: String?, id: String?)] = [
            (TableRequest(user: "anna"), "anna", "anna"), (TableRequest(), nil, nil),
            (TableRequest(session: TableSession(id: "s")), nil, "s"), (TableRequest(session: TableSession()), nil, nil),
            (TableRequest(session: TableSession(id: "s"), user: "bert"), "bert", "bert"),
        ]
        for (request, user, id) in requests {
            let outcome = tableView.answering(request) { tableView.visitor }
            #expect(outcome.result.user as? String == user)
            #expect(outcome.result.id == id)
            #expect(outcome.reads == .visitor)
        }
        #expect(tableView.visitor.id == nil)
    }

    @Test func `An action knows the visitor after it waited`() async throws {
        let tableView = TableView()
        let outcome = try await tableView.performing(TableRequest(user: "anna")) { () -> String? in
            await Task.yield()
            _ = tableView.answering(TableRequest(user: "bert")) { #expect(tableView.visitor.id == "bert") }
            return tableView.visitor.id
        }
        #expect(outcome.result == "anna")
        #expect(outcome.reads == .visitor)
    }

    @Test func `An answer made from the visitor is not given to another`() {
        final class Rows: TableViewDataSource {
            func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
                tableView.visitor.user as? Int ?? 0
            }
            func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
                TableViewCell()
            }
        }
        let source = Rows()
        let tableView = TableView(dataSource: source)
        for number in [3, 1, 0, 3] {
            #expect(tableView.answering(TableRequest(user: number)) { tableView.numberOfRows }.result == number)
            #expect(tableView.numberOfRows == 0)
        }
    }
}
