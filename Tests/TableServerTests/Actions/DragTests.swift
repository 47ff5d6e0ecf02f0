import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct DragTests {
    private struct Items: Decodable {
        var items: [Item]

        struct Item: Decodable, Equatable {
            var text: String
            var type: String
        }
    }

    @Test(arguments: TestRig.allCases)
    func whatGoesWithARowIsTold(rig: TestRig) async throws {
        let workshop = await Workshop()
        TableActor.run {
            workshop.change(0, 1) { $0.dragItems = [.init("saw\n\"1\""), .init("<b>", type: "text/html")] }
        }
        try await workshop.server().test(rig) { client in
            for target in ["/shop/drag/0/1", "/shop/drag/0/1?id=saw"] {
                let answer = try await client.get(target, headers: [.accept: "text/html"])
                #expect(answer.status == 200)
                #expect(answer.headers[.contentType] == "application/json")
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(answer.newCookie == "")
                #expect(
                    try answer.decode(Items.self).items == [
                        .init(text: "saw\n\"1\"", type: "text/plain"), .init(text: "<b>", type: "text/html"),
                    ])
            }
        }
    }

    @Test func refusals() async throws {
        let workshop = await Workshop()
        TableActor.run {
            workshop.change(1, 0) { $0 = .plain("rake") }
            workshop.change(0, 2) { $0.cell.isEnabled = false }
        }
        try await workshop.server().test(.inProcess) { client in
            for (target, status) in [
                ("1/0", 403), ("0/2", 403), ("0/3", 404), ("3/0", 404), ("0/-1", 400), ("a/0", 400), ("0", 404),
                ("0/1?id=hammer", 409), ("0/1?id=gone", 409),
            ] {
                let answer = try await client.get("/shop/drag/\(target)")
                #expect(answer.status == status, "\(target)")
                #expect(answer.headers[.contentType] == "application/problem+json")
            }
            let answer = try await client.get("/shop/drag/1/0")
            #expect(answer.text.contains("\"detail\":\"The row cannot be dragged out.\""))
        }
    }

    @Test func aRowIsLoadedFirst() async throws {
        let depot = await Depot()
        try await depot.server().test(.inProcess) { client in
            let answer = try await client.get("/drag/0/7")
            #expect(try answer.decode(Items.self).items == [.init(text: "Row 7", type: "text/plain")])
        }
    }
}
