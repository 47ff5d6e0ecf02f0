import CascadingTable
import StaticTables
import TableServer
import TableTesting
import Testing

/// Tests the index of sections beside a table.
@Suite struct SectionIndexTests {
    private func server(_ titles: [String?], rows: Int = 3, indexTitles: Bool = false) async -> TableServer {
        var configuration = TableServer.Configuration()
        configuration.pageSize = 7
        var server = TableServer(configuration: configuration)
        server.mount("/", await Self.makeTable(titles, rows: rows, indexTitles: indexTitles))
        return server
    }

    @TableActor private static func makeTable(_ titles: [String?], rows: Int, indexTitles: Bool) -> TableView {
        let sections = titles.enumerated().map { index, title in
            Section(title, id: "s\(index)", indexTitle: indexTitles ? title : nil) {
                for row in 0..<rows { Row("row \(row)", id: "\(index).\(row)") }
            }
        }
        return TableView(title: "Sections", root: StaticTable { sections })
    }

    private struct Entry: Equatable {
        var url: String
        var title: String
        var count: String
    }

    private func entries(_ page: String) -> [Entry] {
        guard let start = page.firstRange(of: "<nav class=\"index"),
            let end = page[start.lowerBound...].firstRange(of: "</nav>")
        else { return [] }
        return page[start.lowerBound..<end.lowerBound]
            .matches(of: /<a href="([^"]*)"><bdi>([^<]*)<\/bdi>(?: <span>([^<]*)<\/span>)?<\/a>/)
            .map { Entry(url: String($0.1), title: String($0.2), count: String($0.3 ?? "")) }
    }

    @Test func titlesOfSectionsLeadToTheirPlaces() async throws {
        try await server(["One", "Two", "Three", "Fo&ur"]).test(.inProcess) { client in
            #expect(
                try await entries(client.get("/").text) == [
                    Entry(url: "#section-s0", title: "One", count: "3"),
                    Entry(url: "#section-s1", title: "Two", count: "3"),
                    Entry(url: "#section-s2", title: "Three", count: "3"),
                    Entry(url: "/?_section=3", title: "Fo&amp;ur", count: "3"),
                ])
            let last = try await client.get("/?_section=3&_size=2").text
            #expect(entries(last).map(\.url).last == "#section-s3")
            #expect(entries(last).map(\.url).first == "/?_size=2&amp;_section=0")
            #expect(last.contains("<nav class=\"index wide outline\" aria-label=\"Sections\">"))
            #expect(try await client.get("/table.json").text.contains("\"index\":[") == false)
        }
    }

    @Test(arguments: [["One", "Two", "Three"], ["One", nil, "Three", "", "Five"], [nil, nil, nil, nil]])
    func fewTitlesHaveNoIndex(titles: [String?]) async throws {
        try await server(titles).test(.inProcess) { client in
            let found = try await entries(client.get("/").text)
            #expect(found == [])
        }
    }

    @Test func anIndexOfItsOwnComesFirst() async throws {
        try await server(["A", "B", "C", "D"], indexTitles: true).test(.inProcess) { client in
            let page = try await client.get("/").text
            #expect(page.contains("<nav class=\"index\" aria-label"))
            #expect(entries(page).map(\.count) == ["", "", "", ""])
        }
    }

    @Test func aLongIndexIsCondensed() async throws {
        try await server((0..<500).map { "Section \($0)" }, rows: 1).test(.inProcess) { client in
            let found = try await entries(client.get("/").text)
            #expect(found.count == 100)
            #expect([found.first?.title, found.last?.title] == ["Section 0", "Section 499"])
        }
        try await server((0..<1001).map { "Section \($0)" }, rows: 1).test(.inProcess) { client in
            let found = try await entries(client.get("/").text)
            #expect(found == [])
        }
    }
}
