import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct IdempotencyTests {
    private func key(_ value: String, cookie: String = "") throws -> HTTPFields {
        var headers: HTTPFields = [try #require(HTTPField.Name("Idempotency-Key")): value]
        if !cookie.isEmpty { headers[.cookie] = cookie }
        return headers
    }

    @Test(arguments: TestRig.allCases)
    func aRequestThatIsSentAgainIsDoneOnce(rig: TestRig) async throws {
        let workshop = await Workshop()
        try await workshop.server().test(rig) { client in
            let headers = try key("\"8e03978e-40d5-43dd-bc93-6894a57f9324\"")
            let first = try await client.post("/shop/commit/0/0/delete", headers: headers)
            let again = try await client.post("/shop/commit/0/0/delete", headers: headers)
            #expect(first.status == 200 && again.status == 200)
            #expect(again.body == first.body)
            #expect(await workshop.names == [["saw", "drill"], ["rake"], []])

            // The key is accepted with or without quotes.
            let bare = try await client.post(
                "/shop/commit/0/0/delete", headers: try key("8e03978e-40d5-43dd-bc93-6894a57f9324"))
            #expect(bare.body == first.body)
            #expect(await workshop.told == ["delete 0.0"])
        }
    }

    @Test func withoutTheHeaderOrWithAnotherKeyItIsDoneAgain() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            _ = try await client.post("/shop/select/0/0")
            _ = try await client.post("/shop/select/0/0")
            _ = try await client.post("/shop/select/0/0", headers: try key("a"))
            _ = try await client.post("/shop/select/0/0", headers: try key("b"))
            #expect(await workshop.told.count == 4)
        }
    }

    @Test func aKeyIsOfOneRequest() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            _ = try await client.post("/shop/move", form: "from=0.0&to=0.1", headers: try key("a"))
            for (path, form) in [("move", "from=0.0&to=0.2"), ("move", ""), ("select/0/0", "from=0.0&to=0.1")] {
                #expect(try await client.post("/shop/\(path)", form: form, headers: try key("a")).status == 422)
            }
            #expect(await workshop.told == ["move 0.0"])
        }
    }

    /// The first answer of a visitor sets the cookie, so that the repeated request has it, or has another one by now.
    @Test func aRequestWithoutACookieIsKnownWithOne() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let first = try await client.post("/shop/select/0/0", headers: try key("a"))
            let other = try await client.post("/shop/select/0/1").newCookie
            for cookie in [first.newCookie, other, ""] {
                let again = try await client.post("/shop/select/0/0", headers: try key("a", cookie: cookie))
                #expect(again.status == 200 && again.body == first.body && again.newCookie == "")
            }
            #expect(await workshop.told == ["select 0.0", "select 0.1"])

            // The answer is for the same request only. A visitor can have used the key for another one.
            let different = try await client.post("/shop/select/0/2", headers: try key("a", cookie: other))
            #expect(different.status == 200 && different.body != first.body)
            #expect(try await client.post("/shop/select/0/2", headers: try key("a")).status == 422)
            #expect(await workshop.told.count == 3)
        }
    }

    @Test func visitorsHaveTheirOwn() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let cookies = [
                try await client.post("/shop/select/0/0").newCookie,
                try await client.post("/shop/select/0/0").newCookie,
            ]
            for cookie in cookies {
                _ = try await client.post("/shop/select/0/1", headers: try key("a", cookie: cookie))
                _ = try await client.post("/shop/select/0/1", headers: try key("a", cookie: cookie))
            }
            #expect(await workshop.told.filter { $0 == "select 0.1" }.count == 2)
        }
    }

    @Test func aRefusalIsAnAnswerToo() async throws {
        let workshop = await Workshop()
        TableActor.run { workshop.change(0, 0) { $0.isSelectable = false } }
        try await workshop.server().test(.inProcess) { client in
            let refused = try await client.post("/shop/select/0/0", headers: try key("a"))
            #expect(refused.status == 403)
            TableActor.run { workshop.change(0, 0) { $0.isSelectable = true } }
            let again = try await client.post("/shop/select/0/0", headers: try key("a"))
            #expect(again.status == 403 && again.body == refused.body)
        }
    }

    @Test func nobodyIsGivenAnothersName() async throws {
        try await Workshop().server().test(.inProcess) { client in
            #expect(try await client.post("/shop/select/0/0", headers: try key("a")).newCookie != "")
            let again = try await client.post("/shop/select/0/0", headers: try key("a"))
            #expect(again.status == 200 && again.newCookie == "")
        }
    }

    @Test func whatIsBeingWorkedOnIsNotBegunAgain() async throws {
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let (began, beginning) = AsyncStream<Void>.makeStream()
        let workshop = await Workshop()
        TableActor.run {
            workshop.tableView.refreshHandler = { _ in
                beginning.yield()
                for await _ in gate { break }
            }
        }
        try await workshop.server().test(.inProcess) { client in
            async let first = client.post("/shop/refresh", headers: try key("a"))
            for await _ in began { break }
            #expect(try await client.post("/shop/refresh", headers: try key("a")).status == 409)
            opening.yield()
            let answer = try await first
            #expect(answer.status == 200)
            #expect(try await client.post("/shop/refresh", headers: try key("a")).body == answer.body)
        }
    }

    @Test func whatFailedOnTheServerMayBeTriedAgain() async throws {
        struct Failure: Error {}
        let workshop = await Workshop()
        TableActor.run {
            var count = 0
            workshop.tableView.refreshHandler = { _ in
                count += 1
                if count == 1 { throw Failure() }
            }
        }
        try await workshop.server().test(.inProcess) { client in
            let first = try await client.post("/shop/refresh", headers: try key("a"))
            #expect(first.status == 500)
            let second = try await client.post("/shop/refresh", headers: try key("a"))
            #expect(second.status == 200)
        }
    }

    @Test func aNameThatIsNoneIsRefused() async throws {
        try await Workshop().server().test(.inProcess) { client in
            for value in ["\"\"", "a b", String(repeating: "a", count: 256)] {
                let answer = try await client.post("/shop/select/0/0", headers: try key(value))
                #expect(answer.status == 400)
            }
        }
    }
}
