import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct BatchTests {
    private func post(
        _ gestures: String, headers: HTTPFields = [:], to client: any TestClient
    ) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = headers[.contentType] ?? "application/json"
        return try await client.send(
            .post, "/shop/batch", headers: headers, body: Array(#"{"gestures":[\#(gestures)]}"#.utf8))
    }

    @Test(arguments: TestRig.allCases)
    func gesturesAreMadeInOrder(rig: TestRig) async throws {
        let workshop = await Workshop()
        try await workshop.server().test(rig) { client in
            let before = try await client.get("/shop/table.json").decode(TableJSON.self).revision
            let answer = try await post(
                """
                {"do":"move","from":"0.0","to":"0.2","id":"hammer"},{"do":"commit","row":"0.0","style":"delete"},
                {"do":"select","row":"0.0","id":"drill"},{"do":"blur"},{"do":"menu","row":"1.0","entry":"copy"},
                {"do":"action","row":"0.1","action":"lend"},{"do":"drop","to":"2.0","items":[{"text":"nail"}]},
                {"do":"move-section","from":"0","to":"1"},{"do":"focus","row":"1.0"}
                """, to: client)

            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.headers[.cacheControl] == "no-store")
            let batch = try answer.decode(BatchJSON.self)
            #expect(batch.results.map(\.status) == Array(repeating: 200, count: 9))
            #expect(
                batch.results.map(\.key) == [
                    "moved", "committed", "selected", "blurred", "performed", "performed", "dropped", "moved",
                    "focused",
                ])
            #expect(
                batch.results.map { $0.row?.id } == [
                    "hammer", nil, "drill", nil, "rake", "hammer", "nail", nil, "drill",
                ])
            #expect(
                batch.changes.map(\.type) == [
                    "moveRow", "deleteRows", "reloadRows", "reloadRows", "insertRows", "moveSection",
                ])
            #expect(batch.revision == before + 6)
            #expect(batch.location == nil)
            #expect(
                await workshop.told == [
                    "move 0.0", "delete 0.0", "select 0.0", "copy 1.0", "lend 0.1", "drop nail (text/plain) at 2.0",
                    "move shelf 0", "focus 1.0",
                ])
            #expect(await workshop.names == [["rake"], ["drill", "hammer"], ["nail"]])

            let own = try await client.get("/shop/table.json", headers: [.cookie: answer.newCookie])
            #expect(try own.decode(TableJSON.self).selected == ["drill"])
            #expect(try own.decode(TableJSON.self).revision == batch.revision)
        }
    }

    @Test(arguments: ActionCase.all.filter { $0.path != "refresh" })
    func everyGestureHasItsEntry(gesture: ActionCase) async throws {
        let workshops = [await Workshop(), await Workshop()]
        for workshop in workshops { TableActor.run { workshop.change(1, 0) { $0.editingStyle = .insert } } }
        let parts = gesture.path.split(separator: "/")
        var fields = ["\"do\":\"\(parts[0])\""]
        if parts.count > 2 { fields.append("\"row\":\"\(parts[1]).\(parts[2])\"") }
        if parts.count > 3 {
            for name in ["style", "entry", "action"] { fields.append("\"\(name)\":\"\(parts[3])\"") }
        }
        for item in gesture.form.split(separator: "&") {
            let pair = item.split(separator: "=")
            fields.append(
                pair[0] == "text" ? #""items":[{"text":"a & b"}]"# : "\"\(pair[0])\":\"\(pair[1])\"")
        }
        try await workshops[0].server().test(.inProcess) { client in
            let single = try await client.post("/shop/\(gesture.path)", form: gesture.form).decode(ActionJSON.self)
            try await workshops[1].server().test(.inProcess) { client in
                let batch = try await post("{\(fields.joined(separator: ","))}", to: client).decode(BatchJSON.self)
                #expect(batch.results.map(\.key) == [gesture.key])
                #expect(batch.results.map(\.row) == [gesture.row])
                #expect(batch.changes == single.changes)
                #expect(batch.revision == single.revision)
            }
        }
        #expect(await workshops[0].told == workshops[1].told)
    }

    @Test(arguments: TestRig.allCases)
    func theFirstThatFailsIsTheLast(rig: TestRig) async throws {
        let cases: [(gesture: String, status: Int)] = [
            (#"{"do":"select","row":"1.0"}"#, 403), (#"{"do":"select","row":"0.9"}"#, 404),
            (#"{"do":"select","row":"0.2"}"#, 409), (#"{"do":"select","row":"0.1","id":"hammer"}"#, 409),
            (#"{"do":"move","from":"0.1"}"#, 400), (#"{"do":"action","row":"0.1","action":"none"}"#, 404),
        ]
        for (gesture, status) in cases {
            let workshop = await Workshop()
            TableActor.run {
                workshop.change(1, 0) { $0 = .plain("rake") }
                workshop.change(0, 2) { $0.vetoes = true }
            }
            try await workshop.server().test(rig) { client in
                let answer = try await post(
                    #"{"do":"select","row":"0.0"},{"do":"accessory","row":"0.1"},\#(gesture),{"do":"move","from":"0.0","to":"2.0"}"#,
                    headers: [.accept: "application/json"], to: client)

                #expect(answer.status == status)
                #expect(answer.headers[.contentType] == "application/problem+json")
                let problem = try answer.decode(BatchProblemJSON.self)
                #expect(problem.status == status)
                #expect(problem.errors == ["gestures[2]"] || gesture.contains("move"))
                #expect(problem.results?.map(\.key) == ["selected", "tapped"])
                #expect(await workshop.told == ["select 0.0", "tap 0.1"])
                // The effects of the earlier gestures stay, and the visitor gets a cookie.
                let own = try await client.get("/shop/table.json", headers: [.cookie: answer.newCookie])
                #expect(try own.decode(TableJSON.self).selected == ["hammer"])
            }
        }
    }

    @Test func whatCannotBeReadIsRefusedBeforeAnythingIsDone() async throws {
        let workshop = await Workshop()
        let known = #"{"do":"select","row":"0.0"}"#
        try await workshop.server().test(.inProcess) { client in
            for (gesture, status) in [
                (#"{"do":"nothing"}"#, 400), (#"{"do":"select"}"#, 400),
                (#"{"do":"select","row":"0"}"#, 400), (#"{"do":"select","row":"0.-1"}"#, 400),
                (#"{"do":"commit","row":"0.0"}"#, 400), (#"{"do":"commit","row":"0.0","style":"none"}"#, 404),
                (#"{"do":"menu","row":"0.0","entry":"none"}"#, 404), (#"{"do":"move","from":"x.y","to":"0.1"}"#, 400),
                ("{}", 400), ("[]", 400), ("null", 400), (#"{"do":5}"#, 400), (#"{"do":"select","row":0.1}"#, 400),
            ] {
                let answer = try await post("\(known),\(gesture)", to: client)
                #expect(answer.status == status, "\(gesture)")
                let problem = try answer.decode(BatchProblemJSON.self)
                #expect(problem.results == nil)
                #expect(problem.errors == ["gestures[1]"] || problem.detail.contains("gestures.1"), "\(problem)")
            }
            let answer = try await post(#"{"do":"nothing"}"#, to: client)
            #expect(answer.text.contains("Use one of: accessory, action, begin-editing, blur, "))
            #expect(await workshop.told == [])
        }
    }

    @Test(arguments: TestRig.allCases)
    func thereIsALimit(rig: TestRig) async throws {
        let workshop = await Workshop()
        try await workshop.server().test(rig) { client in
            for (count, status) in [(0, 200), (1, 200), (1000, 200), (1001, 413)] {
                let gestures = Array(repeating: #"{"do":"accessory","row":"0.0"}"#, count: count)
                let answer = try await post(gestures.joined(separator: ","), to: client)
                #expect(answer.status == status, "\(count)")
                if status == 200 { #expect(try answer.decode(BatchJSON.self).results.count == count) }
            }
            #expect(await workshop.told.count == 1001)
        }
    }

    @Test(arguments: [
        ("application/x-www-form-urlencoded", 415), ("text/plain", 415), ("", 415), ("application/json", 200),
    ])
    func onlyJSONIsTaken(contentType: String, status: Int) async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let answer = try await post(
                #"{"do":"accessory","row":"0.0"}"#, headers: [.contentType: contentType], to: client)
            #expect(answer.status == status)
            #expect(await workshop.told.count == (status == 200 ? 1 : 0))
        }
    }

    @Test func aRevisionIsThatBeforeTheFirst() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let tag = try #require(try await client.get("/shop/table.json").headers[.eTag])
            let moves = #"{"do":"move","from":"0.0","to":"0.1"},{"do":"move","from":"0.1","to":"0.2"}"#
            #expect(try await post(moves, headers: [.ifMatch: tag], to: client).status == 200)
            #expect(try await post(moves, headers: [.ifMatch: tag], to: client).status == 412)
            #expect(try await post("", headers: [.ifMatch: tag], to: client).status == 412)
            #expect(await workshop.names[0] == ["saw", "drill", "hammer"])
        }
    }

    @Test func theLastThatLeadsElsewhereDoes() async throws {
        let workshop = await Workshop()
        TableActor.run {
            workshop.change(0, 0) { $0.leadsTo = "a/" }
            workshop.change(0, 1) { $0.leadsTo = "b/" }
        }
        try await workshop.server().test(.inProcess) { client in
            let taps = (0..<3).map { #"{"do":"accessory","row":"0.\#($0)"}"# }.joined(separator: ",")
            let batch = try await post(taps, to: client).decode(BatchJSON.self)
            #expect(batch.location == "/shop/b/")
        }
    }

    @Test func rowsAreLoadedTogether() async throws {
        let depot = await Depot()
        try await depot.server().test(.inProcess) { client in
            let gestures = [7, 3, 99, 5].map { #"{"do":"select","row":"0.\#($0)"}"# }.joined(separator: ",")
            let answer = try await client.send(
                .post, "/batch", headers: [.contentType: "application/json"],
                body: Array(#"{"gestures":[\#(gestures)]}"#.utf8))
            #expect(answer.status == 404)
            #expect(await depot.picked == ["Row 7", "Row 3"])
            #expect(await depot.loads == 1)
        }
    }
}

/// The response to a batch.
private struct BatchJSON: Decodable {
    var results: [Result]
    var revision: Int
    var changes: [ActionJSON.Change]
    var location: String?

    struct Result: Decodable {
        var status: Int
        /// The key of the row, and the row.
        var key: String
        var row: ActionJSON.Row?

        init(from decoder: any Decoder) throws {
            let values = try decoder.singleValueContainer().decode([String: Value?].self)
            guard case .status(let status)? = values["status"] ?? nil else { throw BatchError() }
            self.status = status
            let others = values.filter { $0.key != "status" }
            guard others.count == 1, let other = others.first else { throw BatchError() }
            key = other.key
            if case .row(let row)? = other.value { self.row = row }
        }
    }

    private enum Value: Decodable {
        case status(Int)
        case row(ActionJSON.Row)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let status = try? container.decode(Int.self) {
                self = .status(status)
            } else {
                self = .row(try container.decode(ActionJSON.Row.self))
            }
        }
    }
}

private struct BatchError: Error {}

private struct BatchProblemJSON: Decodable {
    var status: Int
    var detail: String
    var errors: [String]?
    var results: [BatchJSON.Result]?
}
