import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import TestSupport
import Testing

/// Tests which paths exist: an invalid number has status 400, a missing row has status 404.
@Suite struct TableRoutesTests {
    @Test func rowsAndSectionsHavePagesOfTheirOwn() async throws {
        try await Market().server().test(.inProcess) { client in
            #expect(try await client.get("/rows/1/1").text.contains("vegetable1"))
            #expect(try await client.get("/rows/1/1.json").text.contains("\"title\":\"vegetable1\""))
            let section = try await client.get("/sections/1.json")
            #expect(section.text.contains("vegetable0") && !section.text.contains("fruit0"))
            #expect(try await client.get("/sections/1").text.contains("vegetable0"))
        }
    }

    @Test(arguments: [
        ("/rows/1/1", 200), ("/rows/1/2", 404), ("/rows/2/0", 404), ("/rows/2147483647/2147483647", 404),
        ("/rows/0/2147483648", 400), ("/rows/0/99999999999999999999", 400), ("/rows/a/0", 400), ("/rows/0/a", 400),
        ("/rows/0/-1", 400), ("/rows/0/+1", 400), ("/rows/0/00", 400), ("/rows/0/1e0", 400), ("/rows/0/0x1", 400),
        ("/rows/0/%D9%A0", 400), ("/rows/0/%200", 400), ("/rows/0/0%00", 400), ("/rows/%30/%31", 200),
        ("/rows/0", 404), ("/rows/", 404), ("/rows//0", 404), ("/rows/0/", 404), ("/rows/0/0/", 308),
        ("/rows/0/0/0", 404), ("/rows/0/.json", 400), ("/rows/0/0.JSON", 400), ("/rows/0/0.json.json", 400),
        ("/rows/0/0.xml", 400), ("/rows/a/0.json", 400), ("/rows/0/9.json", 404), ("/ROWS/0/0", 404),
    ])
    func rows(target: String, status: Int) async throws {
        try await expect(status, from: target)
    }

    @Test(arguments: [
        ("/sections/0", 200), ("/sections/2", 404), ("/sections/2.json", 404), ("/sections/a", 400),
        ("/sections/-1", 400), ("/sections/01", 400), ("/sections/%D9%A3", 400), ("/sections/1.5", 400),
        ("/sections/", 404), ("/sections", 404), ("/sections/0/", 308), ("/sections/0/0", 404),
        ("/sections/2147483648.json", 400),
    ])
    func sections(target: String, status: Int) async throws {
        try await expect(status, from: target)
    }

    @Test(arguments: [
        ("/", 200), ("/?", 200), ("//", 404), ("/table.json", 200), ("/table.json/", 308), ("/table", 404),
        ("/table.xml", 404), ("/TABLE.JSON", 404), ("/index.html", 404), ("/select", 405), ("/nothing", 404),
        ("/table%2Ejson", 200), ("/%zz", 400), ("/%", 400), ("/%ff", 400), ("/a%00b", 400), ("/..", 400),
        ("/nothing?_size=0", 404), ("/rows/9/9?_size=0", 400), ("/?%zz", 400), ("/?_size=%ff", 400),
    ])
    func others(target: String, status: Int) async throws {
        try await expect(status, from: target)
    }

    private func expect(_ status: Int, from target: String) async throws {
        for rig in TestRig.allCases {
            try await Market().server().test(rig) { client in
                let answer = try await client.get(target)
                #expect(answer.status == status, "\(rig)")
                guard status == 308 else { return }
                #expect(answer.headers[.location] == String(target.dropLast()))
            }
        }
    }

    @Test(arguments: ["select", "deselect", "accessory", "primary", "expand", "collapse"])
    func gesturesOnRows(name: String) async throws {
        let market = await Market()
        try await market.server().test(.inProcess) { client in
            for (path, status) in [
                ("9/0", 404), ("0/9", 404), ("2147483647/2147483647", 404), ("2147483648/0", 400), ("-1/0", 400),
                ("0/+1", 400), ("0/1e3", 400), ("0/a", 400), ("0/%D9%A0", 400), ("0/", 404), ("0", 404), ("/0", 404),
                ("0/0/0", 404), ("0/0/", 404),
            ] {
                let answer = try await client.post("/\(name)/\(path)")
                #expect(answer.status == status, "\(path)")
            }
            #expect(await market.picked == [])
        }
    }

    @Test func aPathOfManySegmentsIsNotFound() async throws {
        try await Market().server().test(.inProcess) { client in
            for target in [String(repeating: "/a", count: 4000), String(repeating: "/", count: 4000)] {
                let answer = try await client.get(target)
                #expect(answer.status == 404)
            }
        }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func noPathDoesHarm(seed: UInt64) async throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let words = [
            "rows", "sections", "select", "table.json", "heights.css", "0", "1", "9", ".json", "%2e", "", "é", "~",
        ]
        try await Market().server().test(.inProcess) { client in
            for _ in 0..<300 {
                let path = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    Bool.random(using: &random) ? words.randomElement(using: &random) ?? "" : random.text(upTo: 3)
                }
                let method = [HTTPRequest.Method.get, .post].randomElement(using: &random) ?? .get
                let answer = try await client.send(
                    method, "/" + path.joined(separator: "/"), headers: [:], body: [])
                #expect([200, 303, 308, 400, 404, 405, 409].contains(answer.status), "\(path) \(answer.status)")
            }
        }
    }
}
