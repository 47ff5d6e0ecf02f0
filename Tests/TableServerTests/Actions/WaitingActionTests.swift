import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableServer
import TableTesting
import Testing

/// Tests actions whose delegate waits, for example for a database.
@Suite(.timeLimit(.minutes(10))) struct WaitingActionTests {
    /// A list of words in a slow database, which refuses to delete "b".
    @TableActor
    private final class Words: TableViewDataSource, TableViewDelegate {
        private var words = ["a", "b", "c"]
        private var isWaiting = false
        private(set) var wasCancelled = false
        private var gate: CheckedContinuation<Void, Never>?

        struct Refused: Error {}

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { words.count }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: words[indexPath.row])
        }
        func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
            words[indexPath.row]
        }
        func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
        func tableView(
            _ tableView: TableView, editingStyleForRowAt indexPath: IndexPath
        ) -> TableViewCell.EditingStyle { .delete }

        func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) async throws {
            let word = words[indexPath.row]
            await withTaskCancellationHandler {
                await withCheckedContinuation { gate = $0 }
            } onCancel: {
                TableActor.run {
                    wasCancelled = true
                    open()
                }
            }
            try Task.checkCancellation()
            guard word != "b" else { throw TableViewError(.vetoed, "The database keeps the word.") }
            guard let row = words.firstIndex(of: word) else { return }
            words.remove(at: row)
            tableView.deleteRows(at: [IndexPath(row: row, section: 0)])
        }

        func waitUntilAsked() async { while gate == nil { await Task.yield() } }

        func open() {
            gate?.resume()
            gate = nil
        }

        func server(_ configure: (inout TableServer.Configuration) -> Void = { _ in }) -> TableServer {
            var configuration = TableServer.Configuration()
            configure(&configuration)
            var server = TableServer(configuration: configuration)
            server.mount("/", TableView(dataSource: self, delegate: self))
            return server
        }
    }

    @Test(arguments: TestRig.allCases)
    func otherRequestsAreAnsweredMeanwhile(rig: TestRig) async throws {
        let words = Words()
        try await words.server().test(rig) { client in
            let action = Task { try await client.post("/commit/0/0/delete") }
            await words.waitUntilAsked()
            #expect(try await client.get("/table.json").decode(TableJSON.self).ids == ["a", "b", "c"])
            await words.open()
            let answer = try await action.value
            #expect(answer.status == 200)
            #expect(try answer.decode(ActionJSON.self).changes.map(\.type) == ["deleteRows"])
            #expect(try await client.get("/table.json").decode(TableJSON.self).ids == ["b", "c"])
        }
    }

    @Test(arguments: TestRig.allCases)
    func theVisitorIsToldOfAFailure(rig: TestRig) async throws {
        let words = Words()
        try await words.server().test(rig) { client in
            let before = try await client.get("/table.json").decode(TableJSON.self).revision
            let action = Task { try await client.post("/commit/0/1/delete") }
            await words.waitUntilAsked()
            await words.open()
            let answer = try await action.value
            #expect(answer.status == 409)
            #expect(answer.text.contains("The database keeps the word."))
            #expect(try await client.get("/table.json").decode(TableJSON.self).revision == before)
        }
    }

    @Test(arguments: TestRig.allCases)
    func anActionThatTakesTooLongIsCancelled(rig: TestRig) async throws {
        let words = Words()
        try await words.server { $0.loadingTimeout = .milliseconds(50) }.test(rig) { client in
            let answer = try await client.post("/commit/0/0/delete")
            #expect(answer.status == 503)
            #expect(answer.text.contains("The action took too long."))
            while await !words.wasCancelled { await Task.yield() }
            #expect(try await client.get("/table.json").decode(TableJSON.self).ids == ["a", "b", "c"])
        }
    }

    @Test func aRepeatedRequestDoesItOnce() async throws {
        let words = Words()
        try await words.server().test(.inProcess) { client in
            let key: HTTPFields = .named(["Idempotency-Key": "one"])
            let action = Task { try await client.post("/commit/0/0/delete", headers: key) }
            await words.waitUntilAsked()
            let other = try await client.post("/commit/0/0/delete", headers: key)
            #expect(other.status == 409)
            await words.open()
            #expect(try await action.value.status == 200)
            #expect(try await client.post("/commit/0/0/delete", headers: key).status == 200)
            #expect(try await client.get("/table.json").decode(TableJSON.self).ids == ["b", "c"])
        }
    }

    @Test func aBatchGoesOnAfterAnActionThatWaits() async throws {
        let words = Words()
        try await words.server().test(.inProcess) { client in
            let body = #"{"gestures":[{"do":"commit","row":"0.0","style":"delete"},{"do":"select","row":"0.0"}]}"#
            let batch = Task {
                try await client.send(
                    .post, "/batch", headers: [.contentType: "application/json"], body: Array(body.utf8))
            }
            await words.waitUntilAsked()
            await words.open()
            let answer = try await batch.value
            #expect(answer.status == 200)
            #expect(answer.text.contains(#""selected":{"section":0,"row":0,"id":"b"}"#))
        }
    }
}

extension TableJSON {
    fileprivate var ids: [String] { sections.flatMap(\.rows).map(\.id) }
}
