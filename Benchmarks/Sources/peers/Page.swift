import Foundation
import Mustache

/// The first page of the measured table, which a peer has in memory and renders for each request.
struct Page: Sendable {
    let table: Table
    private let named: NamedTable
    let template: MustacheTemplate

    /// - Parameters:
    ///   - table: The path of a file with our `table.json`.
    ///   - template: The path of our page as a template, with a tag for each value of the table.
    init(table: String, template: String) throws {
        let table = try JSONDecoder().decode(Table.self, from: try Data(contentsOf: URL(filePath: table)))
        self.table = table
        named = NamedTable(table)
        self.template = try MustacheTemplate(
            string: String(contentsOf: URL(filePath: template), encoding: .utf8))
    }

    func html() -> String { template.render(table) }

    func htmlByName() -> String { template.render(named) }

    /// Returns the table as JSON, with keys in the encoder's order, and with unescaped slashes as in ours.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return try encoder.encode(table)
    }
}
