import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct MountTests {
    @Test func severalTablesStandAtTheirPaths() async throws {
        var server = TableServer()
        server.mount("/", await Market().tableView)
        server.mount("/a b/", await Market(fruit: 1, vegetables: 0).tableView)
        server.mount("/days/:day/") { parameters in
            parameters["day"] == "monday" ? await Market(fruit: 2, vegetables: 0).tableView : nil
        }
        try await server.test(.inProcess) { client in
            #expect(try await client.get("/a%20b/table.json").decode(TableJSON.self).count == 1)
            let monday = try await client.get("/days/monday/table.json").decode(TableJSON.self)
            #expect(monday.count == 2)
            #expect(monday.sections[0].rows[1].select == "/days/monday/select/0/1")
            #expect(try await client.post("/days/monday/select/0/1").status == 200)
            #expect(try await client.get("/days/tuesday/table.json").status == 404)
            let redirect = try await client.get("/days/monday")
            #expect(redirect.status == 308)
        }
    }

    @Test func aTableIsOpenedOnceHoweverManyWait() async throws {
        let count = Counter()
        var server = TableServer()
        server.mount("/:name/") { _ in
            await count.increase()
            try await Task.sleep(for: .milliseconds(50))
            return await Market().tableView
        }
        try await server.test(.socket) { client in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<10 { group.addTask { try await client.get("/a/table.json").status } }
                for try await status in group { #expect(status == 200) }
            }
        }
        #expect(await count.value == 1)
    }

    @Test func aTableThatCannotBeOpenedIsTriedAgain() async throws {
        let count = Counter()
        var server = TableServer()
        server.mount("/:name/") { _ in
            guard await count.increase() > 1 else { throw HTTPError(.serviceUnavailable) }
            return await Market().tableView
        }
        try await server.test(.inProcess) { client in
            #expect(try await client.get("/a/").status == 503)
            #expect(try await client.get("/a/").status == 200)
            let third = try await client.get("/a/")
            #expect(third.status == 200)
        }
        #expect(await count.value == 2)
    }
}

private actor Counter {
    private(set) var value = 0

    @discardableResult
    func increase() -> Int {
        value += 1
        return value
    }
}
