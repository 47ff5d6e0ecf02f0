import Foundation
import Mustache

/// The first page of the measured table as each peer has it: in memory, and written anew for each request.
struct Page: Sendable {
    let table: Table
    private let named: NamedTable
    let template: MustacheTemplate

    /// - Parameters:
    ///   - table: a file of what our `table.json` has.
    ///   - template: a file of our page with a tag in the place of each value of that.
    init(table: String, template: String) throws {
        let table = try JSONDecoder().decode(Table.self, from: try Data(contentsOf: URL(filePath: table)))
        self.table = table
        named = NamedTable(table)
        self.template = try MustacheTemplate(
            string: String(contentsOf: URL(filePath: template), encoding: .utf8))
    }

    func html() -> String { template.render(table) }

    func htmlByName() -> String { template.render(named) }

    /// In the order of keys that comes of itself, and with slashes as ours has them.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return try encoder.encode(table)
    }
}
