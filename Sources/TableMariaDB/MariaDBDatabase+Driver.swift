#if MariaDB
    import Bytes
    package import CascadingTable
    package import TableDatabase

    extension MariaDBDatabase: RelationDriver {
        package var dialect: SQLDialect { SQLDialect(MariaDBRules()) }
        package var isEditable: Bool { false }
        package var keepsHistory: Bool { false }
        package var onlyTable: String? { configuration.onlyTable }

        package var limits: RelationLimits {
            RelationLimits(
                queryTimeout: configuration.queryTimeout, countTimeout: configuration.countTimeout,
                groupingTimeout: configuration.groupingTimeout,
                completeGroupingTimeout: max(configuration.groupingTimeout * 10, configuration.queryTimeout),
                maxValueBytes: configuration.maxValueBytes)
        }

        package func prepare() async throws {}
        package func follow() async {}
        package func finish() {}

        // MARK: - Relations

        private var catalog: MariaDBCatalog { MariaDBCatalog(database: self) }

        package func readRelations(_ names: [RelationName]?) async throws -> [Relation] {
            // There is one database, whose tables are named without it.
            let own = names?.filter(\.schema.isEmpty)
            return own?.isEmpty == true ? [] : try await catalog.relations(own)
        }

        package func noSuchRelation(_ name: RelationName) -> any VisitorFacingError {
            MariaDBError(1_146, reason: "there is no table \"\(name.title)\"")
        }

        package func foreignKeys(
            to relation: Relation
        ) async throws -> [(table: RelationName, key: RelationForeignKey)] {
            try await catalog.foreignKeys(to: relation.name)
        }

        package func labels(of table: String) -> [String]? { configuration.labels[table] }

        package func inventory() async throws -> (indexes: [RelationName: String], size: Int?) {
            var indexes: [RelationName: String] = [:]
            for index in try await catalog.indexes() where !index.isPrimary {
                let list = index.columns.joined(separator: ", ")
                indexes[RelationName(index.table)] = indexes[RelationName(index.table)].map { "\($0); \(list)" } ?? list
            }
            let size = try await run(SQLStatement(Self.size), within: configuration.queryTimeout)
            return (indexes, size.integer(0, 0))
        }

        private static let size = """
            SELECT CAST(sum(data_length + index_length) AS SIGNED) FROM information_schema.tables
            WHERE table_schema = DATABASE()
            """

        @TableActor
        package func follow(_ root: any LiveTable, of relation: Relation?) {}

        // MARK: - Statements

        package func run(_ statement: SQLStatement, within time: Duration) async throws -> any SQLResult {
            try await pool.run(statement, within: time)
        }

        package func runReverted(_ statement: SQLStatement, within time: Duration) async throws -> any SQLResult {
            try await ofVisitor { try await statementPool.run(statement, within: time) }
        }

        private func ofVisitor<Result>(_ body: () async throws -> Result) async throws -> Result {
            do { return try await body() } catch let error as MariaDBError where error.isOfStatement {
                throw cannotRun(error.reason)
            }
        }

        private func cannotRun(_ reason: String) -> TableViewError {
            TableViewError(.notQueryable, "MariaDB cannot run the statement: \(reason).")
        }

        package func beginSnapshot() async throws -> any RelationSnapshot {
            try await exportPool.beginSnapshot(within: configuration.queryTimeout)
        }

        package func relation(of statement: SQLStatement) async throws -> Relation {
            // MariaDB forgets the order of rows after FROM, unless they have a limit. Some statements have one.
            var limited = statement
            limited.sql += "\n LIMIT 9223372036854775807"
            let time = configuration.queryTimeout
            let found: [MariaDBColumn]
            do { found = try await statementPool.columns(of: limited, within: time) } catch is MariaDBError {
                limited = statement
                found = try await ofVisitor { try await statementPool.columns(of: statement, within: time) }
            }
            guard !found.isEmpty else { throw cannotRun("it returns no rows") }
            var names: Set<ExactString> = []
            let list = found.map { column in
                var name = column.name
                while !names.insert(ExactString(name)).inserted { name += ":1" }
                return name
            }
            // The rows are numbered in their order, so that they have keys.
            let header = list.map(QuotedIdentifier.quoted).joined(separator: ", ")
            let rows = "WITH found(\(header)) AS (\(limited.sql)\n) SELECT * FROM found"
            let source = "(\(dialect.rules.numbered(rows, as: "cascade_row"))) AS t"
            // The types of parameters, and errors, show when it is run.
            let run = try await ofVisitor {
                try await statementPool.run(
                    SQLStatement("SELECT * FROM \(source) LIMIT 0", statement.arguments), within: time)
            }
            let columns = zip(list, run.columns).map { name, column in
                RelationColumn(name, type: "\(column.encoding)", column.encoding, isSingle: column.isSingle)
            }
            var relation = Relation(ofStatement: source, statement.arguments, columns)
            relation.placeColumns = ["cascade_row"]
            relation.comparesRows = false
            return relation
        }

        package var columnsOfAllTables: String {
            """
            SELECT table_name AS "table", column_name AS "column", column_type AS type FROM information_schema.columns
            WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position
            """
        }

        // MARK: - Plans

        /// A step of a plan.
        private struct Step {
            var select: Int
            var text: String
            var rows: Int
        }

        private func steps(of statement: SQLStatement, isVisitors: Bool = false) async throws -> [Step] {
            let pool = isVisitors ? statementPool : pool
            let result = try await pool.run(
                SQLStatement("EXPLAIN \(statement.sql)", statement.arguments), within: configuration.queryTimeout)
            return (0..<result.rowCount).map { row in
                func value(_ name: String) -> String? {
                    result.columns.firstIndex { $0.name == name }.flatMap { result.string(row, $0) }
                }
                let table = value("table") ?? ""
                var text = value("type") == "ALL" ? "SCAN \(table)" : "SEARCH \(table)"
                if let key = value("key") { text += " USING INDEX \(key)" }
                let (rows, extra) = (value("rows").flatMap { Int($0) } ?? 0, value("Extra") ?? "")
                if rows > 0 { text += ", \(rows) rows" }
                if extra.contains("filesort") { text += ", Sort" }
                if !extra.isEmpty { text += " (\(extra))" }
                return Step(select: value("id").flatMap { Int($0) } ?? 0, text: text, rows: rows)
            }
        }

        package func plan(of statement: SQLStatement, isVisitors: Bool) async throws -> [String] {
            try await isVisitors
                ? ofVisitor { try await steps(of: statement, isVisitors: true) }.map(\.text)
                : steps(of: statement).map(\.text)
        }

        /// The limit of rows that are read to count them for a page: about 20 milliseconds.
        private static let countedRows = 20_000

        package func estimate(_ statement: SQLStatement, limit: Int) async throws -> (isQuick: Bool, count: Int) {
            let steps = try await steps(of: statement)
            let count = steps.filter { $0.select == 1 }.reduce(1.0) { $0 * Double(max($1.rows, 1)) }
            return (steps.allSatisfy { $0.rows <= Self.countedRows }, steps.isEmpty ? 0 : Int(min(count, 1e15)))
        }

        package func quickCounts(_ statement: SQLStatement, _ count: Int) async -> [Int] {
            guard let steps = try? await steps(of: statement) else { return [] }
            return (0..<count).filter { place in
                steps.contains { $0.select == place + 1 }
                    && steps.allSatisfy { $0.select != place + 1 || $0.rows <= Self.countedRows }
            }
        }

        // MARK: - Rows

        package func editing(of relation: Relation, record: String?) async throws -> TableEditing? { nil }
        package func past(ofRow key: String, of table: String, at time: String?) async throws -> [PastChange] { [] }
        package func beginningOfHistory() async throws -> String? { nil }

        package func isOfOldDescription(_ error: any Error) -> Bool {
            (error as? MariaDBError)?.isOfOldDescription == true
        }
        package func isTimeout(_ error: any Error) -> Bool { (error as? MariaDBError)?.isTimeout == true }
    }
#endif
