import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct FindTests {
    @Test(arguments: TestRig.allCases)
    func aRowIsFoundByHowItBegins(rig: TestRig) async throws {
        try await Workshop().server().test(rig) { client in
            let answer = try await client.get("/shop/find?text=d&after=0.0")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(answer.newCookie == "")
            #expect(
                answer.text == #"{"row":{"section":0,"row":2,"id":"drill"},"url":"/shop/#row-drill"}"# + "\n")
        }
    }

    @Test(arguments: [
        ("text=R", "rake", "/shop/#row-rake"), ("text=ha&after=1.0", "hammer", "/shop/#row-hammer"),
        ("text=ra&_size=2", "rake", "/shop/?_size=2&_next=0.1~saw#row-rake"),
        ("edge=last&_size=1&_edit=1", "rake", "/shop/?_size=1&_edit=1&_next=0.2~drill#row-rake"),
        ("edge=first&_size=1", "hammer", "/shop/?_size=1#row-hammer"),
        ("text=saw&_size=1", "saw", "/shop/?_size=1&_next=0.0~hammer#row-saw"),
    ])
    func itsPageIsOneThatIsTurnedTo(query: String, id: String, url: String) async throws {
        try await Workshop().server().test(.inProcess) { client in
            let answer = try await client.get("/shop/find?\(query)")
            #expect(answer.text.contains(#""id":"\#(id)""#))
            #expect(answer.text.hasSuffix(#""url":"\#(url)"}"# + "\n"))
            let page = try await client.get(String(url.prefix { $0 != "#" }), headers: [.accept: "text/html"])
            #expect(page.text.contains("id=\"row-\(id)\""))
        }
    }

    @Test func nothingIsFound() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let answer = try await client.get("/shop/find?text=anvil")
            #expect(answer.text == #"{"row":null,"url":null}"# + "\n")
            for query in [
                "", "text=", "edge=middle", "text=a&edge=last", "text=a&after=x.y", "text=a&_unknown=1",
                "text=\(String(repeating: "a", count: 201))",
            ] {
                let answer = try await client.get("/shop/find?\(query)")
                #expect(answer.status == 400, "\(query)")
            }
        }
        TableActor.run {
            workshop.shelves = []
            workshop.tableView.reloadData()
        }
        try await workshop.server().test(.inProcess) { client in
            let answer = try await client.get("/shop/find?edge=last")
            #expect(answer.text == #"{"row":null,"url":null}"# + "\n")
        }
    }

    @Test func rowsOfThePageAreLoadedForTheirNames() async throws {
        let depot = await Depot()
        try await depot.server().test(.inProcess) { client in
            let answer = try await client.get("/find?edge=last&_size=1")
            #expect(answer.status == 200 && answer.text.contains("#row-"))
        }
    }
}
