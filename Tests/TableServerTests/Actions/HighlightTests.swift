import CascadingTable
import TableServer
import TableTesting
import Testing

@Suite struct HighlightTests {
    @Test func pressAndReleaseAreToldEachByItself() async throws {
        let workshop = await Workshop()
        TableActor.run { workshop.notesPresses = true }
        try await workshop.server().test(.inProcess) { client in
            for route in ["highlight", "unhighlight", "select"] {
                let answer = try await client.post("/shop/\(route)/0/1")
                #expect(answer.status == 200)
            }
            #expect(
                await workshop.told == ["press 0.1", "release 0.1", "press 0.1", "release 0.1", "select 0.1"])
        }
    }
}
