import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct SelectionTests {
    private let json: HTTPFields = [.accept: "application/json"]

    @Test(arguments: TestRig.allCases)
    func aClickReachesTheRowAndIsRemembered(rig: TestRig) async throws {
        let market = await Market()
        try await market.server().test(rig) { client in
            let answer = try await client.post("/select/0/2", headers: json)

            #expect(answer.status == 200)
            let selection = try answer.decode(SelectionJSON.self)
            #expect(selection.selected.map { [$0.section, $0.row] } == [0, 2])
            #expect(selection.selected?.id == "fruit2")
            #expect(await market.picked == ["fruit2"])

            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
            let own = try await client.get("/table.json", headers: [.cookie: cookie.cookiePair])
            #expect(try own.decode(TableJSON.self).selected == ["fruit2"])
            let others = try await client.get("/table.json")
            #expect(try others.decode(TableJSON.self).selected == [])
        }
    }

    @Test func aReadNeverMakesAVisitor() async throws {
        try await Market().server().test(.inProcess) { client in
            for target in ["/", "/table.json", "/rows/0/0", "/sections/0"] {
                let answer = try await client.get(target)
                #expect(answer.newCookie == "", "\(target)")
            }
            let nothing = try await client.post("/deselect/0/0", headers: json)
            #expect(nothing.newCookie == "")
        }
    }

    @Test func selectingAnotherRowReplacesTheSelection() async throws {
        try await Market().server().test(.inProcess) { client in
            let cookie = try await client.post("/select/0/0", headers: json).newCookie
            _ = try await client.post("/select/1/1", headers: [.cookie: cookie])
            let table = try await client.get("/table.json", headers: [.cookie: cookie]).decode(TableJSON.self)
            #expect(table.selected == ["vegetable1"])
            let deselected = try await client.post("/deselect/1/1", headers: [.cookie: cookie])
            #expect(try deselected.decode(SelectionJSON.self).deselected?.id == "vegetable1")
            #expect(
                try await client.get("/table.json", headers: [.cookie: cookie]).decode(TableJSON.self).selected == [])
        }
    }

    @Test func refusals() async throws {
        let market = await Market()
        TableActor.run {
            market.stall(0, 0)?.isOpen = false
            market.stall(0, 1)?.vetoes = true
        }
        try await market.server().test(.inProcess) { client in
            let cases: [(String, Int)] = [
                ("/select/0/0", 403), ("/select/0/1", 409), ("/select/0/3", 404), ("/select/2/0", 404),
                ("/select/-1/0", 400), ("/select/0/+1", 400), ("/select/0/99999999999999999999", 400),
                ("/select/0/1e3", 400), ("/select/0/", 400), ("/deselect/9/9", 404),
            ]
            for (target, status) in cases {
                let answer = try await client.post(target, headers: json)
                #expect(
                    answer.status == status || target.hasSuffix("/") && [400, 404, 308].contains(answer.status),
                    "\(target)")
            }
            #expect(await market.picked == [])
        }
    }

    @Test func anotherPathSelectsThatRow() async throws {
        let market = await Market()
        TableActor.run { market.stall(0, 0)?.passesOnTo = IndexPath(row: 1, section: 1) }
        try await market.server().test(.inProcess) { client in
            let selection = try await client.post("/select/0/0", headers: json).decode(SelectionJSON.self)
            #expect(selection.selected?.id == "vegetable1")
            #expect(await market.picked == ["vegetable1"])
        }
    }

    @Test func aRowThatMovedIsNotHit() async throws {
        let market = await Market()
        try await market.server().test(.inProcess) { client in
            TableActor.run {
                market.fruit.childDelegates.swapAt(0, 2)
                market.tableView.reloadData()
            }
            let stale = try await client.post("/select/0/0?id=fruit0", headers: json)
            #expect(stale.status == 409)
            #expect(stale.text.contains("\"row\":2"))
            let gone = try await client.post("/select/0/0?id=nothing", headers: json)
            #expect(gone.status == 409)
            #expect(await market.picked == [])
        }
    }

    @Test func theRevisionThatIsMeantMayBeNamed() async throws {
        try await Market().server().test(.inProcess) { client in
            let cookie = try await client.post("/select/0/0", headers: json).newCookie
            let tag = try #require(try await client.get("/").headers[.eTag])
            let json = try #require(try await client.get("/table.json").headers[.eTag])
            let own = try #require(try await client.get("/table.json", headers: [.cookie: cookie]).headers[.eTag])
            #expect(Set([own, tag, json]).count == 3)
            for (tags, status) in [
                (tag, 200), (json, 200), (own, 200), ("*", 200), ("\"x\", \(tag)", 200), ("\"x\",\(tag)", 200),
                ("\"x\",\t\(tag)", 200), (" \(tag) ,\"x\"", 200), ("W/\(tag)", 412), ("\"x\"", 412), ("", 412),
                ("x", 412), (tag.replacing(/"$/, with: "0\""), 412), (String(tag.dropLast()), 412),
                (String(tag.dropFirst()), 412), ("\(tag)x", 412), ("\"x *\"", 412),
            ] {
                let answer = try await client.post("/select/0/0", headers: [.ifMatch: tags])
                #expect(answer.status == status, "\(tags)")
            }
        }
    }

    @Test func anOlderRevisionIsRefused() async throws {
        let market = await Market()
        try await market.server().test(.inProcess) { client in
            let tag = try #require(try await client.get("/table.json").headers[.eTag])
            #expect(try await client.post("/select/0/0", headers: [.ifMatch: tag]).status == 200)
            TableActor.run { market.tableView.reloadData() }
            #expect(try await client.post("/select/0/0", headers: [.ifMatch: tag]).status == 412)
        }
    }
}
