import Bytes
import CascadingTable
package import TableDatabase

extension AccessRules {
    /// Checks that a database has the tables and columns of the rules, and understands their conditions.
    ///
    /// - Throws: ``AccessRulesError``, with the line.
    package func check(in database: some RelationalDatabase) async throws {
        for rule in rules {
            switch rule.statement {
            case .grant(let privileges, let tables, _):
                for table in tables ?? [] { try await check(privileges, on: table, rule.line, database) }
            case .policy(let policy):
                try await check([], on: policy.table, rule.line, database)
                for condition in [policy.using, policy.check].compactMap(\.self) {
                    try await check(condition, on: policy.table, rule.line, database)
                }
            case .security(let table): try await check([], on: table, rule.line, database)
            case .member, .role: break
            }
        }
    }

    private func check(
        _ privileges: [Privilege], on table: String, _ line: Int, _ database: some RelationalDatabase
    ) async throws {
        guard let place = try await database.place(named: table) else {
            throw AccessRulesError(line: line, "there is no table \"\(table)\"")
        }
        let columns = try await Self.columns(of: place, in: database)
        for privilege in privileges {
            guard let names = privilege.columns else { continue }
            guard privilege.kind != .delete else {
                throw AccessRulesError(line: line, "DELETE is of whole rows, and has no columns")
            }
            for name in names where !columns.contains(where: { $0.name.isExactly(name) }) {
                let list = columns.map(\.name).joined(separator: ", ")
                throw AccessRulesError(line: line, "\(table) has no column \"\(name)\", but \(list)")
            }
            let key = columns.first { column in column.isKey && !names.contains(where: column.name.isExactly) }
            if privilege.kind == .select, let key {
                throw AccessRulesError(
                    line: line, "the address of a row has its key, so SELECT needs the column \"\(key.name)\"")
            }
        }
    }

    @TableActor
    private static func columns<Database: RelationalDatabase>(
        of place: Database.Place, in database: Database
    ) async throws -> [(name: String, isKey: Bool)] {
        try await database.makeTable(of: place).columns.map { ($0.name, $0.primaryKeyIndex != nil) }
    }

    /// Asks the database for the rows of a condition.
    private func check(
        _ condition: String, on table: String, _ line: Int, _ database: some RelationalDatabase
    ) async throws {
        let policy = Policy(name: "", table: table, using: condition)
        let everything = Statement.grant([Privilege(kind: .select)], on: nil, to: [])
        let grants = Grants(
            rules: [Rule(line: line, statement: everything), Rule(line: line, statement: .policy(policy))], user: "")
        var tables = DatabaseTables()
        grants.restrict(&tables)
        do {
            let asked = try await database.restricted(to: tables)
            guard let place = try await asked.place(named: table) else { return }
            _ = try await Self.columns(of: place, in: asked)
        } catch let error as any VisitorFacingError {
            throw AccessRulesError(line: line, "the condition cannot be used: \(error.message)")
        }
    }
}
