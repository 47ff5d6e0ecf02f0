import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests how the lines of a page are numbered within the whole table.
@Suite struct LineNumberTests {
    private func lines(_ target: String, _ workshop: Workshop) async throws -> [String] {
        var lines: [String] = []
        try await workshop.server().test(.inProcess) { client in
            let page = try await client.get(target, headers: [.accept: "text/html"]).text
            lines = page.matches(of: /aria-row(?:count|index)="([^"]*)"/).map { String($0.1) }
        }
        return lines
    }

    @Test func aPageOfAllRowsNumbersNone() async throws {
        #expect(try await lines("/shop/", Workshop()) == [])
    }

    /// Three tools are under a header, one tool is under a header, and one header has no tools.
    @Test(arguments: [
        ("_size=2", ["7", "1", "2", "3"]), ("_size=2&_next=0.1~saw", ["7", "1", "4", "5", "6", "7"]),
        ("_size=1&_next=0.2~drill", ["7", "5", "6", "7"]),
    ])
    func aPageOfSomeNumbersThemAmongAll(query: String, numbers: [String]) async throws {
        #expect(try await lines("/shop/?\(query)", Workshop()) == numbers)
    }
}
