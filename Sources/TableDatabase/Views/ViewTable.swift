import Bytes
package import CascadingTable
import Essentials

/// The views that visitors keep, in the table `cascade_view` of a database. It is made when the first one is saved.
package struct ViewTable: ViewStore {
    /// The name of the table.
    package static let tableName = "cascade_view"

    /// The name of the table as SQL.
    private let name: String
    /// The folder of the tables, for a database that keeps views of others: the beginning of the names in its column "table".
    private var folder = ""
    /// The lists that show the views; nil for a database whose lists are read again when it changes.
    private var lists: Lists?
    /// Runs a statement that reads the table. Returns nil if there is no table.
    private let read: @Sendable (SQLStatement) async throws -> [[SQLValue]]?
    /// Runs statements in one transaction. Returns the rows of the last one.
    private let write: @Sendable ([SQLStatement]) async throws -> [[SQLValue]]

    /// - Parameter schema: The name of the table's schema. The other parameters set the property of their name.
    package init(
        in schema: String, read: @escaping @Sendable (SQLStatement) async throws -> [[SQLValue]]?,
        write: @escaping @Sendable ([SQLStatement]) async throws -> [[SQLValue]]
    ) {
        (name, self.read, self.write) = ("\(schema).\(Self.tableName)", read, write)
    }

    @TableActor
    private final class Lists {
        var tables = LiveTables()

        nonisolated init() {}
    }

    /// Returns the views of the tables of another database, in a folder of the server.
    package func ofOther(below folder: String) -> ViewTable {
        var views = self
        (views.folder, views.lists) = (folder, Lists())
        return views
    }

    /// Reads a list again when its views change.
    @TableActor
    func follow(_ list: any LiveTable) { lists?.tables.add(list) }

    @TableActor
    private func didChange() async {
        for list in lists?.tables.all ?? [] { _ = await list.reload() }
    }

    package func views() async throws -> [NamedView] {
        try await found(
            SQLStatement(
                """
                SELECT "name", "table", substr("query", 1, \(Self.shownCharacters)), "who" FROM \(name)
                ORDER BY "table", "name" LIMIT \(NamedView.maxCount)
                """)) ?? []
    }

    /// The number of characters of a query in a list.
    private static let shownCharacters = 200

    package func view(_ title: String, of table: String) async throws -> NamedView? {
        let statement = SQLStatement(
            #"SELECT "name", "table", "query", "who" FROM \#(name) WHERE "name" = $1 AND "table" = $2"#,
            [title, folder + table].map { SQLValue($0) })
        return try await found(statement)?.first
    }

    package func save(_ view: NamedView, insteadOf seen: NamedView?) async throws -> Bool {
        let known = try await read(SQLStatement("SELECT count(*) FROM \(name)"))
        if seen == nil, known?.first?.first?.string.flatMap({ Int($0) }) ?? 0 >= NamedView.maxCount {
            throw TableViewError(.vetoed, "There are \(NamedView.maxCount) views. Remove one first.")
        }
        let time = Date.now.formatted(.iso8601)
        let values = [view.name, folder + view.table, view.query, view.author, time].map {
            $0.map { SQLValue($0) } ?? .null
        }
        var statements = known == nil ? [SQLStatement(creation)] : []
        if let seen {
            statements.append(
                SQLStatement(
                    """
                    UPDATE \(name) SET "query" = $1, "who" = $2, "time" = $3
                    WHERE "name" = $4 AND "table" = $5 AND "query" = $6 RETURNING "name"
                    """, Array(values.dropFirst(2)) + [seen.name, folder + seen.table, seen.query].map { SQLValue($0) })
            )
        } else {
            statements.append(
                SQLStatement(
                    """
                    INSERT INTO \(name) ("name", "table", "query", "who", "time") VALUES ($1, $2, $3, $4, $5)
                    ON CONFLICT ("table", "name") DO NOTHING RETURNING "name"
                    """, values))
        }
        let isSaved = try await !write(statements).isEmpty
        await didChange()
        return isSaved
    }

    package func remove(_ view: NamedView) async throws {
        let values = [view.name, folder + view.table, view.query].map { SQLValue($0) }
        _ = try await write([
            SQLStatement(
                #"DELETE FROM \#(name) WHERE "name" = $1 AND "table" = $2 AND "query" = $3 RETURNING "name""#, values)
        ])
        await didChange()
    }

    /// Returns the views that a statement finds; nil if there is no table.
    private func found(_ statement: SQLStatement) async throws -> [NamedView]? {
        try await read(statement)?.compactMap { row in
            guard row.count == 4, let name = row[0].string, let table = row[1].string, let query = row[2].string,
                table.utf8.starts(with: folder.utf8)
            else { return nil }
            // The tables in folders below this one belong to others.
            let segment = String(table.dropFirst(folder.count))
            guard folder.isEmpty || !segment.contains("/") else { return nil }
            return NamedView(name, of: segment, query: query, by: row[3].string)
        }
    }

    /// The statement that makes the table.
    private var creation: String {
        """
        CREATE TABLE IF NOT EXISTS \(name) (
            "table" TEXT NOT NULL, "name" TEXT NOT NULL, "query" TEXT NOT NULL, "who" TEXT, "time" TEXT NOT NULL,
            PRIMARY KEY ("table", "name"))
        """
    }
}

extension NamedView {
    /// The path that leads to the rows of the view, below that of its table.
    package var path: String { "views/\(ByteWriter.text { $0.urlComponent(PathSegment.escaped(name)) })" }

    /// Returns the name in a path; nil for a text that no name has there.
    package static func name(inPath segment: String) -> String? {
        PathSegment.unescaped(segment.utf8).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
