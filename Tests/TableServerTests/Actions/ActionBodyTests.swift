import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct ActionBodyTests {
    private func post(
        _ path: String, json body: String, contentType: String = "application/json", to client: any TestClient
    ) async throws -> TestResponse {
        try await client.send(
            .post, "/shop/\(path)", headers: [.contentType: contentType, .accept: "application/json"],
            body: Array(body.utf8))
    }

    @Test(arguments: TestRig.allCases)
    func aBodyIsAFormOrJSON(rig: TestRig) async throws {
        let cases: [(path: String, form: String, json: String)] = [
            ("select/0/1", "id=saw", #"{"id":"saw"}"#),
            ("expand/0/1", "id=saw&_query=", #"{"id":"saw","unknown":[1]}"#),
            ("move", "from=0.1&to=1.1", #"{"from":"0.1","to":"1.1"}"#),
            ("move", "from=0.1&to=1.1&id=saw", #"{"to":"1.1","id":"saw","from":"0.1"}"#),
            ("move-section", "from=0&to=2", #"{"from":"0","to":"2"}"#),
            ("drop", "to=2.0&text=a%0Ab", #"{"to":"2.0","items":[{"text":"a\nb"}]}"#),
            ("drop", "to=2.0", #"{"to":"2.0","items":[]}"#),
            ("drop", "to=2.0", #"{"to":"2.0","items":null}"#),
        ]
        for (path, form, json) in cases {
            let workshops = [await Workshop(), await Workshop()]
            for (workshop, isJSON) in zip(workshops, [false, true]) {
                try await workshop.server().test(rig) { client in
                    let answer =
                        isJSON
                        ? try await post(path, json: json, to: client)
                        : try await client.post("/shop/\(path)", form: form)
                    #expect(answer.status == 200, "\(path) \(isJSON ? json : form)")
                }
            }
            #expect(await workshops[0].told == workshops[1].told)
            #expect(await workshops[0].names == workshops[1].names)
        }
    }

    @Test func whatTheBodyDoesNotNameTheQueryMay() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let answers = [
                try await client.post("/shop/move?from=0.0&to=0.1"),
                try await client.post("/shop/move?from=0.0&to=2.0", form: "to=0.2"),
                try await post("move?from=0.0", json: #"{"to":"1.0"}"#, to: client),
            ]
            #expect(answers.map(\.status) == [200, 200, 200])
            #expect(await workshop.names == [["drill", "saw"], ["hammer", "rake"], []])
        }
    }

    @Test func severalThingsAreDroppedInOrder() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let body = #"{"to":"1.1","items":[{"text":"a"},{"text":"<b>","type":"text/html"},{"text":""}]}"#
            let told = try await post("drop", json: body, to: client).decode(ActionJSON.self)
            #expect(told.outcome == ["dropped": .init(section: 1, row: 1, id: "a")])
            #expect(told.changes == [.init(type: "insertRows", rows: [[1, 1], [1, 2], [1, 3]])])
            #expect(await workshop.told == ["drop a (text/plain), <b> (text/html),  (text/plain) at 1.1"])
            #expect(await workshop.names[1] == ["rake", "a", "<b>", ""])
        }
    }

    @Test func aDropThatIsNotTakenInIsRefused() async throws {
        let workshop = await Workshop()
        TableActor.run { workshop.canHandleDrops = false }
        try await workshop.server().test(.inProcess) { client in
            let answers = [
                try await client.post("/shop/drop", form: "to=0.0&text=a"),
                try await post("drop", json: #"{"to":"0.0","items":[{"text":"a"}]}"#, to: client),
            ]
            #expect(answers.map(\.status) == [403, 403])
            #expect(await workshop.told == [])
        }
    }

    @Test(arguments: [
        (#"{"to":"0.0","items":[{"type":"text/plain"}]}"#, 400), (#"{"to":"0.0","items":{}}"#, 400),
        (#"{"to":"0.0","items":["a"]}"#, 400), (#"{"to":0.0}"#, 400), (#"{"to":["0","0"]}"#, 400), (#"{"id":5}"#, 400),
        ("[]", 400), ("null", 400), ("{", 400), ("{\"to\":\"0.0\"", 400), ("to=0.0", 400), ("\u{0}", 400), ("{}", 400),
    ])
    func aBodyThatIsNotWhatItSaysIsRefused(body: String, status: Int) async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let answer = try await post("drop", json: body, to: client)
            #expect(answer.status == status)
            #expect(await workshop.told == [])
        }
    }

    @Test(arguments: [
        ("text/plain", 415), ("multipart/form-data; boundary=x", 415), ("application/jsonp", 415), ("", 415),
        ("application/xml", 415), ("application/json; charset=utf-8", 200), ("Application/JSON", 200),
    ])
    func aBodyOfAnotherTypeIsRefused(contentType: String, status: Int) async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let answer = try await post(
                "drop", json: #"{"to":"0.0","items":[{"text":"a"}]}"#, contentType: contentType, to: client)
            #expect(answer.status == status)
            #expect(await workshop.told.count == (status == 200 ? 1 : 0))
        }
    }

    @Test(arguments: TestRig.allCases)
    func aBodyThatIsTooLargeIsRefused(rig: TestRig) async throws {
        let workshop = await Workshop()
        try await workshop.server { $0.http.maxBodySize = 1000 }.test(rig) { client in
            let text = String(repeating: "a", count: 2000)
            let answer = try await client.post("/shop/drop", form: "to=0.0&text=\(text)")
            #expect(answer.status == 413)
        }
    }
}
