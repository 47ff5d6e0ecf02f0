import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct SelectionListRefusalTests {
    private let json: HTTPFields = [.accept: "application/json"]

    /// Returns a workshop in which two rows can be selected. On the bench are hammer, saw (disabled) and drill, in the
    /// shed is a rake.
    @TableActor
    private func makeWorkshop() -> Workshop {
        let workshop = Workshop()
        workshop.tableView.allowsMultipleSelection = true
        workshop.tableView.selectionLimit = 2
        workshop.change(0, 1) { $0.cell.isEnabled = false }
        return workshop
    }

    private static let refusals: [(form: String, status: Int)] = [
        ("", 400), ("_query=", 400), ("all=0", 400), ("all=", 400), ("all=true", 400), ("all=2&rows=0.0", 400),
        ("rows=0", 400), ("rows=a", 400), ("rows=0.0.0", 400), ("rows=0.-1", 400), ("rows=%2B0.0", 400),
        ("rows=0.0-", 400), ("rows=-0.0", 400), ("rows=0.0-0", 400), ("rows=0.0-0.1-0.2", 400), ("rows=0.2-0.0", 400),
        ("rows=1.0-0.0", 400), ("rows=0.0,0.1", 400), ("rows=0.%D9%A3", 400), ("rows=99999999999.0", 400),
        ("rows=0.0-0.1%40saw", 400), ("rows=%40saw", 400), ("rows=0.0&except=a", 400), ("rows=0.0&rows=%FF", 400),
        ("rows=0.0&rows=0.1", 403), ("rows=0.0-0.2", 403), ("all=1", 403),
        ("rows=0.0&rows=0.3", 404), ("rows=0.3", 404), ("rows=2.0", 404), ("rows=0.0-2.0", 404), ("rows=0.3-1.0", 404),
        ("rows=9.0-9.1", 404), ("rows=0.0&except=0.3", 404),
        ("rows=0.0&rows=0.2&rows=1.0", 409), ("all=1&except=0.1", 409), ("rows=0.0%40rake", 409),
        ("rows=0.0%40gone", 409), ("rows=0.9%40rake", 409), ("rows=0.0%40", 409), ("rows=0.0&except=0.2%40rake", 409),
    ]

    @Test(arguments: TestRig.allCases)
    func aListThatIsRefusedChangesNothing(rig: TestRig) async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(rig) { client in
            for refusal in Self.refusals {
                let answer = try await client.post("/shop/select", form: refusal.form, headers: json)
                #expect(answer.status == refusal.status, "\(refusal)")
                #expect(answer.headers[.contentType] == "application/problem+json", "\(refusal)")
                #expect(answer.newCookie == "")
            }
            #expect(await workshop.told == [])
        }
    }

    @Test func deselectingIsRefusedForWhatIsNotThereAlone() async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(.inProcess) { client in
            for refusal in Self.refusals {
                let answer = try await client.post("/shop/deselect", form: refusal.form, headers: json)
                let isNamed = refusal.form.contains("%40")
                let isPossible = refusal.status == 403 || refusal.status == 409 && !isNamed
                #expect(answer.status == (isPossible ? 200 : refusal.status), "\(refusal)")
            }
        }
    }

    @Test func theSentenceNamesTheLimit() async throws {
        try await makeWorkshop().server().test(.inProcess) { client in
            let many = try await client.post("/shop/select", form: "all=1&except=0.1", headers: json)
            #expect(try many.decode(DetailJSON.self).detail == "At most 2 rows can be selected. Deselect some first.")
            let cookie = try await client.post("/shop/select", form: "rows=0.0&rows=0.2", headers: json).newCookie
            let one = try await client.post("/shop/select/1/0", headers: [.cookie: cookie])
            #expect(one.status == 409)
            #expect(try one.decode(DetailJSON.self).detail == "At most 2 rows can be selected. Deselect some first.")
        }
    }

    @Test func aRowThatIsElsewhereIsSaidWhere() async throws {
        try await makeWorkshop().server().test(.inProcess) { client in
            for (form, row) in [
                ("rows=0.2%40drill&rows=0.0%40rake", ActionJSON.Row(section: 1, row: 0, id: "rake")),
                ("rows=0.7%40rake", .init(section: 1, row: 0, id: "rake")), ("rows=0.7%40gone", nil),
            ] {
                let answer = try await client.post("/shop/select", form: form, headers: json)
                #expect(answer.status == 409)
                #expect(try answer.decode(DetailJSON.self).location == row)
            }
        }
    }

    @Test func aTableOfWhichOneRowCanBeSelectedTakesNoList() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            for form in ["rows=0.0", "rows=0.0&rows=0.1", "all=1"] {
                let answer = try await client.post("/shop/select", form: form, headers: json)
                #expect(answer.status == 403)
                #expect(try answer.decode(DetailJSON.self).detail == "Only one row can be selected at a time.")
            }
            #expect(await workshop.told == [])
        }
    }

    @Test func anotherRevisionIsRefused() async throws {
        let workshop = await makeWorkshop()
        try await workshop.server().test(.inProcess) { client in
            for path in ["select", "deselect"] {
                let answer = try await client.post("/shop/\(path)", form: "rows=0.9", headers: [.ifMatch: "\"other\""])
                #expect(answer.status == 412)
            }
        }
    }

    @Test(arguments: [
        (#"{"rows":"0.1"}"#, 400), (#"{"rows":[0.1]}"#, 400), (#"{"rows":{}}"#, 400), (#"{"all":1}"#, 400),
        (#"{"rows":[null]}"#, 400), (#"{}"#, 400), ("[]", 400), (#"{"rows":null}"#, 400), (#"{"rows":["a"]}"#, 400),
        (#"{"rows":["0.0"],"except":["b"]}"#, 400), (#"{"rows":["0.0"],"except":null}"#, 200),
    ])
    func aBodyThatIsNoListIsRefused(body: String, status: Int) async throws {
        try await makeWorkshop().server().test(.inProcess) { client in
            let answer = try await client.send(
                .post, "/shop/select", headers: [.contentType: "application/json"], body: Array(body.utf8))
            #expect(answer.status == status)
        }
    }

    @Test(arguments: ["GET", "PUT", "DELETE", "PATCH"]) func aListIsPosted(method: String) async throws {
        try await makeWorkshop().server().test(.inProcess) { client in
            for path in ["select", "deselect"] {
                let method = try #require(HTTPRequest.Method(method))
                let answer = try await client.send(method, "/shop/\(path)", headers: json, body: [])
                #expect(answer.status == 405)
                #expect(answer.headers[.allow] == "OPTIONS, POST")
            }
        }
    }

    @Test(arguments: TestRig.allCases) func moreRowsThanARequestMayNameAreTooMany(rig: TestRig) async throws {
        let rows = await LoadedRows(count: 10_001)
        try await rows.server.test(rig) { client in
            for form in [
                "rows=0.0-0.10000", "rows=0.0-0.9999&rows=0.3", "all=1", "all=1&except=0.0",
                Array(repeating: "rows=0.0", count: 10_001).joined(separator: "&"),
                "rows=0.0&except=0.0-0.10000",
            ] {
                let answer = try await client.post("/select", form: form, headers: json)
                #expect(answer.status == 413, "\(form.prefix(40))")
                #expect(try answer.decode(DetailJSON.self).detail == "A request can name at most 10000 rows.")
            }
            #expect(await rows.loads == [])
            #expect(try await client.post("/select", form: "rows=0.1-0.10000", headers: json).status == 200)
            // All selected rows can be deselected, however many they are.
            #expect(try await client.post("/deselect", form: "all=1", headers: json).status == 200)
        }
    }

    @Test func runsAcrossSectionsWithoutRowsAreBoundedToo() async throws {
        let sections = await EmptySections()
        try await sections.server.test(.inProcess) { client in
            let once = try await client.post("/select", form: "rows=0.0-9000.0", headers: json)
            #expect(once.status == 200)
            let twice = try await client.post("/select", form: "rows=0.0-9000.0&rows=0.0-9000.0", headers: json)
            #expect(twice.status == 413)
        }
    }

    /// A table of two rows, with many empty sections between them.
    @TableActor private final class EmptySections: TableViewDataSource {
        private let tableView = TableView()

        init() {
            tableView.dataSource = self
            tableView.allowsMultipleSelection = true
        }

        nonisolated var server: TableServer {
            var server = TableServer()
            server.mount("/", tableView)
            return server
        }

        func numberOfSections(in tableView: TableView) -> Int { 9001 }
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
            section % 9000 == 0 ? 1 : 0
        }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    }

    private struct DetailJSON: Decodable {
        var detail: String
        var location: ActionJSON.Row?
    }
}
