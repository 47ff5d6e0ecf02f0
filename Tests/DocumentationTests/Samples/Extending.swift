// The samples of docs/explanation/extending.md. They are served, and tested.
import CascadingTable
import HTTPTypes
import TableRendering
import TableServer
import TableTesting
import Testing

/// The titles of the rows, one on each line.
struct NamesTableWriter: StreamedTableWriter {
    private var names = ""

    mutating func beginTable(_ head: TableMetadata) {}
    mutating func beginSection(_ head: SectionHeader) {}

    mutating func row(_ row: TableRow) {
        names += (row.cell.title ?? row.identifier) + "\n"
    }

    mutating func endSection(_ foot: SectionFooter) {}
    mutating func endTable() {}

    mutating func takeOutput() -> [UInt8] {
        defer { names = "" }
        return Array(names.utf8)
    }
}

struct SoldOut: VisitorFacingError {
    var count: Int
    var message: LocalizedMessage { "Only \(count) are left. Order fewer." }
}

private func extend(_ server: inout TableServer) {
    server.add(
        TableFormat("Names", fileExtension: "names", mediaType: "text/plain; charset=utf-8") { _ in NamesTableWriter() }
    )
    server.addMiddleware { request, next in
        var response = try await next(request)
        response.headers[.server] = "Orders"
        return response
    }
}

private final class Fruit: CascadingBareTableDelegate {
    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2_500 }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "Fruit \(indexPath.row)")
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {
        throw SoldOut(count: indexPath.row)
    }
}

@Suite struct ExtendingSamples {
    @Test(arguments: TestRig.allCases)
    func `A format, an error and a middleware are added`(rig: TestRig) async throws {
        var server = TableServer()
        server.mount("/", await TableView(title: "Fruit", root: Fruit()))
        extend(&server)
        try await server.test(rig) { client in
            let all = try await client.get("/table.names")
            #expect(all.headers[.contentType] == "text/plain; charset=utf-8" && all.headers[.server] == "Orders")
            #expect(all.text == (0..<2_500).map { "Fruit \($0)\n" }.joined())
            #expect(try await client.get("/table.names?_size=2&_order=up").status == 400)
            #expect(try await client.get("/table.names?_size=2").text == "Fruit 0\nFruit 1\n")

            let refused = try await client.post("/select/0/7")
            #expect(refused.status == 409 && refused.text.contains("Only 7 are left. Order fewer."))
        }
    }
}
