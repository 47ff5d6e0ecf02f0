import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests which table a path leads to.
@Suite struct MountPathTests {
    @Test func severalTablesStandAtTheirPaths() async throws {
        var server = TableServer()
        server.mount("/", await Market().tableView)
        server.mount("/a b/", await Market(fruit: 1, vegetables: 0).tableView)
        server.mount("/days/:day/", forEach: .path) { parameters in
            parameters["day"] == "monday" ? Market(fruit: 2, vegetables: 0).tableView : nil
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

    /// A browser that reads `//` or `/\\` at the beginning of a location goes to another host.
    @Test(arguments: [
        "//evil.example", "/\\evil.example", "/%5Cevil.example", "/%2Fevil.example", "///evil.example",
        "/\\\\evil.example", "//evil.example/days", "/evil.example",
    ])
    func noRedirectLeadsToAnotherHost(target: String) async throws {
        var server = TableServer()
        server.mount("/:name/", forEach: .path) { _ in Market().tableView }
        try await server.test(.inProcess) { client in
            for answer in [
                try await client.get(target), try await client.get(target + "/"),
                try await client.post(target + "/select/0/0", headers: [.accept: "text/html"]),
            ] {
                let location = answer.headers[.location] ?? "/"
                #expect(location.hasPrefix("/"))
                #expect(!location.hasPrefix("//") && !location.hasPrefix("/\\"), "\(location)")
            }
        }
    }

    /// If a client chooses a path, its text must not change the meaning of pages and headers that repeat it.
    @Test(arguments: [
        "<b>", "\">'<script>", "a>;rel=preload,<b", "a%3E%22", "&amp;", "a%0d%0aX:b", "{{b}}", "a;b,c", "é%", "`",
    ])
    func whatAPathSaysIsNotTakenForMore(name: String) async throws {
        var server = TableServer()
        server.mount("/:name/", forEach: .path) { _ in Market().tableView }
        try await server.test(.inProcess) { client in
            let answer = try await client.get("/\(name)/?_size=1", headers: [.accept: "text/html"])
            #expect(
                answer.text.replacing(/<script type="module" src="\/public-[0-9a-z]+\/table.js"><\/script>/, with: "")
                    .contains("<script") == false)
            #expect(!answer.text.contains("<b>"))
            guard answer.status == 200 else {
                #expect(answer.status == 400)
                return
            }
            let links = answer.headers.values("Link")
            #expect(links.count == 1)
            for link in links {
                #expect(link.hasPrefix("</") && link.hasSuffix(">; rel=\"next\""))
                #expect(link.filter { $0 == "<" }.count == 1 && link.filter { $0 == ">" }.count == 1, "\(link)")
            }
        }
    }

    @Test func theMoreParticularPathWinsWhateverTheOrder() async throws {
        for names in [["plain", "parameter"], ["parameter", "plain"]] {
            var server = TableServer()
            for name in names {
                switch name {
                case "plain": server.mount("/a/", await Market(fruit: 1, vegetables: 0).tableView)
                default: server.mount("/:name/", forEach: .path) { _ in Market(fruit: 2, vegetables: 0).tableView }
                }
            }
            try await server.test(.inProcess) { client in
                let (plain, other) = (try await client.table("/a/table.json"), try await client.table("/b/table.json"))
                #expect(plain.count == 1)
                #expect(other.count == 2)
                // There is no table at the root.
                #expect(try await client.get("/").status == 404)
            }
        }
    }

    @Test func ofTwoTablesAtOnePathTheLaterStandsThere() async throws {
        var server = await Market(fruit: 1, vegetables: 0).server()
        server.mount("/", await Market(fruit: 2, vegetables: 0).tableView)
        try await server.test(.inProcess) { client in
            let table = try await client.table("/table.json")
            #expect(table.count == 2)
        }
    }

    @Test(arguments: ["/a", "/a/", "a", "a/"])
    func aTableIsAFolderHoweverItsPathIsWritten(path: String) async throws {
        var server = TableServer()
        server.mount(RoutePath(path), await Market().tableView)
        try await server.test(.inProcess) { client in
            #expect(try await client.get("/a/table.json").status == 200)
            let redirect = try await client.get("/a?_size=1")
            #expect(redirect.status == 308)
            #expect(redirect.headers[.location] == "/a/?_size=1")
            #expect(try await client.post("/a").status == 404)
        }
    }

    @Test func whatIsSelectedInOneTableIsNotInAnother() async throws {
        let tableView = await Market().tableView
        var server = TableServer()
        server.mount("/a/", tableView)
        server.mount("/b/", tableView)
        try await server.test(.inProcess) { client in
            let cookie = try await client.post("/a/select/0/0").newCookie
            let second = try await client.post("/b/select/0/1", headers: [.cookie: cookie])
            #expect(second.newCookie == "")
            func selected(_ path: String) async throws -> [String] {
                try await client.get(path, headers: [.cookie: cookie]).decode(TableJSON.self).selected
            }
            #expect(try await selected("/a/table.json") == ["fruit0"])
            #expect(try await selected("/b/table.json") == ["fruit1"])
            _ = try await client.post("/a/deselect/0/0", headers: [.cookie: cookie])
            #expect(try await selected("/a/table.json") == [])
            #expect(try await selected("/b/table.json") == ["fruit1"])
        }
    }
}

extension TestClient {
    fileprivate func table(_ target: String) async throws -> TableJSON {
        try await get(target).decode()
    }
}
