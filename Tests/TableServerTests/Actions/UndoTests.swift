import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct UndoTests {
    private let page: HTTPFields = [.accept: "text/html"]

    private struct Answer: Decodable {
        var undo: Undo?

        struct Undo: Decodable {
            var title: String
            var url: String
            var redo: Bool?
        }
    }

    @Test(arguments: TestRig.allCases)
    func aMoveIsUndoneAndDoneAgain(rig: TestRig) async throws {
        let workshop = await Workshop()
        try await workshop.server().test(rig) { client in
            let moved = try await client.post("/shop/move?from=0.0&to=1.1")
            let cookie: HTTPFields = [.cookie: moved.newCookie]
            let undo = try #require(try moved.decode(Answer.self).undo)
            #expect(undo.title == "Move Hammer" && undo.redo == nil)
            #expect(undo.url.hasPrefix("/shop/undo/"))

            let undone = try await client.post(undo.url, headers: cookie)
            #expect(undone.status == 200)
            let told = try undone.decode(ActionJSON.self)
            #expect(told.outcome["undone"] == .init(section: 0, row: 0, id: "hammer"))
            #expect(told.changes == [.init(type: "moveRow", rows: [[1, 1], [0, 0]])])
            #expect(await workshop.names == [["hammer", "saw", "drill"], ["rake"], []])

            let redo = try #require(try undone.decode(Answer.self).undo)
            #expect(redo.title == "Move Hammer" && redo.redo == true)
            #expect(try await client.post(redo.url, headers: cookie).status == 200)
            #expect(await workshop.names == [["saw", "drill"], ["rake", "hammer"], []])
        }
    }

    @Test func nothingIsToldWhereNothingCanBeUndone() async throws {
        try await Workshop().server().test(.inProcess) { client in
            let answer = try await client.post("/shop/select/0/0")
            #expect(!answer.text.contains("undo"))
        }
    }

    @Test func itIsGoneWhenItIsDoneAndNobodyElses() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let moved = try await client.post("/shop/move?from=0.0&to=1.1")
            let cookie: HTTPFields = [.cookie: moved.newCookie]
            let url = try #require(try moved.decode(Answer.self).undo).url
            #expect(try await client.post(url).status == 404)
            let other = try await client.post("/shop/select/0/0").newCookie
            #expect(try await client.post(url, headers: [.cookie: other]).status == 404)

            var outdated = cookie
            outdated[.ifMatch] = "\"other\""
            #expect(try await client.post(url, headers: outdated).status == 412)
            #expect(try await client.post(url, headers: cookie).status == 200)
            let again = try await client.post(url, headers: cookie)
            #expect(again.status == 404 && again.text.contains("can no longer be undone"))
            #expect(try await client.post("/shop/undo/x", headers: cookie).status == 404)
            #expect(try await client.get(url, headers: cookie).status == 405)
        }
    }

    @Test func aBatchIsUndoneAsAWhole() async throws {
        let workshop = await Workshop()
        try await workshop.server().test(.inProcess) { client in
            let body = #"{"gestures":[{"do":"move","from":"0.0","to":"0.2"},{"do":"move","from":"0.0","to":"1.0"}]}"#
            let done = try await client.post("/shop/batch", form: body, headers: [.contentType: "application/json"])
            let undo = try #require(try done.decode(Answer.self).undo)
            let token = undo.url.dropFirst("/shop/undo/".count)
            let undoing = #"{"gestures":[{"do":"undo","token":"\#(token)"}]}"#
            let undone = try await client.post(
                "/shop/batch", form: undoing,
                headers: [.contentType: "application/json", .cookie: done.newCookie])
            #expect(undone.status == 200)
            #expect(await workshop.names == [["hammer", "saw", "drill"], ["rake"], []])
        }
    }

    @Test(arguments: TestRig.allCases)
    func aPageSaysOnceWhatWasDoneAndOffersToUndoIt(rig: TestRig) async throws {
        let workshop = await Workshop()
        try await workshop.server().test(rig) { client in
            var own = page
            let moved = try await client.post("/shop/move", form: "from=0.0&to=1.1&_query=_edit%3D1", headers: own)
            own[.cookie] = moved.newCookie
            let location = try #require(moved.headers[.location]).prefix { $0 != "#" }

            // Other visitors see no notice, and neither do other formats.
            #expect(!(try await client.get("/shop/", headers: page).text.contains("Move Hammer")))
            let json = try await client.get("/shop/table.json", headers: own)
            #expect(!json.text.contains("Move Hammer"))

            let first = try await client.get(String(location), headers: own)
            let notice = try #require(Markup(first.text).elements("p").first { $0.attributes["class"] == "notice" })
            #expect(notice.text.contains("Move Hammer"))
            #expect(first.headers[.cacheControl]?.contains("private") == true)
            let button = try #require(Markup(first.text).buttons.first { $0.text == "Undo" })
            let url = try #require(button.attributes["formaction"])

            var again = own
            again[.ifNoneMatch] = first.headers[.eTag]
            let second = try await client.get(String(location), headers: again)
            #expect(second.status == 200)
            #expect(!second.text.contains("class=\"notice\""))

            let undone = try await client.post(url, form: "_query=_edit%3D1", headers: own)
            #expect(undone.status == 303)
            #expect(undone.headers[.location] == "/shop/?_edit=1#row-hammer")
            let third = Markup(try await client.get("/shop/?_edit=1", headers: own).text)
            #expect(third.buttons.contains { $0.text == "Redo" })
            #expect(third.elements("p").contains { $0.text.contains("Undone: Move Hammer") })
        }
    }
}
