import Bytes
package import CascadingTable
package import TableDatabase

extension PostgresDatabase: RelationDriver {
    package var dialect: SQLDialect { .postgreSQL }
    package var isEditable: Bool { editPool != nil }
    package var keepsHistory: Bool { configuration.history != nil }
    package var onlyTable: String? { configuration.onlyTable }

    package var limits: RelationLimits {
        RelationLimits(
            queryTimeout: configuration.queryTimeout, countTimeout: configuration.countTimeout,
            groupingTimeout: configuration.groupingTimeout,
            completeGroupingTimeout: configuration.completeGroupingTimeout, maxValueBytes: configuration.maxValueBytes)
    }

    package func prepare() async throws { try await prepareHistory() }
    package func follow() async { await watch() }
    package func finish() {}

    // MARK: - Relations

    package func readRelations(_ names: [RelationName]?) async throws -> [Relation] {
        try await catalog.relations(names)
    }

    package func noSuchRelation(_ name: RelationName) -> any VisitorFacingError {
        PostgresError(
            "42P01", reason: "there is no table \"\(name.name)\" in the schema \"\(name.postgresSchema)\"")
    }

    package func foreignKeys(
        to relation: Relation
    ) async throws -> [(table: RelationName, key: RelationForeignKey)] {
        try await catalog.foreignKeys(to: relation.number)
    }

    package func labels(of table: String) -> [String]? { configuration.labels[table] }

    package func inventory() async throws -> (indexes: [RelationName: String], size: Int?) {
        let facts = try await run(
            [SQLStatement(Self.indexes), SQLStatement(Self.size)], within: configuration.queryTimeout)
        var indexes: [RelationName: String] = [:]
        for row in 0..<facts[0].rowCount {
            let name = RelationName(postgres: facts[0].string(row, 1) ?? "", in: facts[0].string(row, 0) ?? "")
            indexes[name] = facts[0].string(row, 2)
        }
        return (indexes, facts[1].integer(0, 0))
    }

    /// The columns of the indexes besides the primary key, by the schema and the name of their relation.
    private static let indexes = """
        SELECT n.nspname, c.relname,
            string_agg((SELECT string_agg(pg_get_indexdef(i.indexrelid, k, false), ', ' ORDER BY k)
                FROM generate_series(1, i.indnkeyatts) k), '; ' ORDER BY i.indexrelid)
        FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE i.indisvalid AND NOT i.indisprimary GROUP BY c.oid, n.nspname, c.relname
        """

    /// The size of the database, which a role can read that may connect to it.
    private static let size = """
        SELECT CASE WHEN has_database_privilege(current_database(), 'CONNECT') THEN pg_database_size(current_database()) END
        """

    @TableActor
    package func follow(_ root: any LiveTable, of relation: Relation?) { shown.add(root, of: relation?.number ?? 0) }

    // MARK: - Statements

    package func runReverted(_ statement: SQLStatement, within time: Duration) async throws -> any SQLResult {
        try await ofVisitor(statement, within: time)
    }

    private func ofVisitor(_ statement: SQLStatement, within time: Duration) async throws -> PostgresResult {
        do { return try await revert(statement, within: time) } catch let error as PostgresError
            where error.isOfStatement
        {
            throw TableViewError(.notQueryable, "PostgreSQL cannot run the statement: \(error.reason).")
        }
    }

    package func relation(of statement: SQLStatement) async throws -> Relation {
        let found = try await ofVisitor(
            SQLStatement("SELECT * FROM (\(statement.sql)\n) AS t LIMIT 0", statement.arguments),
            within: configuration.queryTimeout)
        let numbers = Set((0..<found.columnCount).map(found.columnType))
        let types = try await run(
            [SQLStatement(Self.types, [SQLValue("{\(numbers.map(String.init).joined(separator: ","))}")])],
            within: configuration.queryTimeout)[0]
        var names: Set<ExactString> = []
        let columns = (0..<found.columnCount).map { index -> RelationColumn in
            var name = found.columnName(index)
            while !names.insert(ExactString(name)).inserted { name += ":1" }
            let row = (0..<types.rowCount).first { types.number($0, 0) == found.columnType(index) }
            return RelationColumn(
                name, type: row.flatMap { types.string($0, 1) } ?? "",
                postgresType: row.flatMap { types.number($0, 2) } ?? 0,
                isOrdered: row.flatMap { types.string($0, 3) } == "t")
        }
        // The rows are numbered in their order, so that they have keys.
        let list = columns.map { QuotedIdentifier.quoted($0.name) }.joined(separator: ", ")
        let source =
            "(SELECT s.*, row_number() OVER () AS cascade_row FROM (\(statement.sql)\n) AS s(\(list))) AS t"
        var relation = Relation(ofStatement: source, statement.arguments, columns)
        relation.placeColumns = ["cascade_row"]
        return relation
    }

    /// The names and the underlying types of types, and whether their values can be sorted.
    private static let types = """
        SELECT t.oid, format_type(t.oid, NULL), b.oid,
            b.typcategory IN ('A', 'E', 'R') OR EXISTS (SELECT FROM pg_opclass o JOIN pg_am m ON m.oid = o.opcmethod
                WHERE m.amname = 'btree' AND o.opcdefault AND (o.opcintype = b.oid OR b.oid = 'varchar'::regtype))
        FROM pg_type t JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
        WHERE t.oid = ANY ($1::oid[])
        """

    package var columnsOfAllTables: String {
        """
        SELECT table_schema AS schema, table_name AS "table", column_name AS "column", data_type AS type
        FROM information_schema.columns WHERE table_schema NOT IN ('information_schema', 'pg_catalog', 'cascade')
        ORDER BY table_schema, table_name, ordinal_position
        """
    }

    // MARK: - Plans

    package func plan(of statement: SQLStatement, isVisitors: Bool) async throws -> [String] {
        let sql = isVisitors ? "SELECT * FROM (\(statement.sql)\n) AS t" : statement.sql
        let explained = SQLStatement("EXPLAIN (COSTS OFF) \(sql)", statement.arguments)
        let time = configuration.queryTimeout
        return Self.steps(
            isVisitors ? try await ofVisitor(explained, within: time) : try await run([explained], within: time)[0])
    }

    private static func steps(_ result: PostgresResult) -> [String] {
        (0..<result.rowCount).compactMap { result.string($0, 0) }
    }

    /// The limit of work to count rows for a page, as the server estimates it: about 20 milliseconds.
    private static let countedCost = 5_000

    /// Returns the work of a step in a plan, as the server estimates it.
    private static func cost(ofStep text: String) -> Int {
        text.firstMatch(of: /cost=\d+(?:\.\d+)?\.\.(\d+)/).flatMap { Int($0.output.1) } ?? 0
    }

    package func estimate(_ statement: SQLStatement, limit: Int) async throws -> (isQuick: Bool, count: Int) {
        let plan = try await run(
            [SQLStatement("EXPLAIN \(statement.sql) LIMIT \(limit)", statement.arguments)],
            within: configuration.queryTimeout)[0]
        let steps = Self.steps(plan)
        // The first step reads up to the limit, the second one would read all rows.
        let cost = steps.first.map(Self.cost) ?? 0
        let rows = steps.dropFirst().first?.firstMatch(of: /rows=(\d+)/)
        return (cost <= Self.countedCost, rows.flatMap { Int($0.output.1) } ?? 0)
    }

    package func quickCounts(_ statement: SQLStatement, _ count: Int) async -> [Int] {
        let explained = SQLStatement("EXPLAIN \(statement.sql)", statement.arguments)
        guard let plan = try? await run([explained], within: configuration.queryTimeout)[0] else { return [] }
        // Each count is a step below the first one, unless it is the only one.
        let costs = Self.steps(plan).filter { count == 1 || $0.hasPrefix("  ->  ") }.map(Self.cost)
        return costs.count < count ? [] : (0..<count).filter { costs[$0] <= Self.countedCost }
    }

    // MARK: - Errors

    package func isOfOldDescription(_ error: any Error) -> Bool {
        (error as? PostgresError)?.isOfOldDescription == true
    }
    package func isTimeout(_ error: any Error) -> Bool { (error as? PostgresError)?.isTimeout == true }
}

extension PostgresTransaction: RelationSnapshot {
    func rows(_ count: Int, of statement: SQLStatement?, within time: Duration) async throws -> any SQLResult {
        var statements: [SQLStatement] = []
        if var statement {
            statement.sql = "DECLARE rows NO SCROLL CURSOR FOR \(statement.sql)"
            statements = [SQLStatement("CLOSE ALL"), statement]
        }
        let results = try await run(statements + [SQLStatement("FETCH \(count) FROM rows")], within: time)
        return results[statements.count]
    }
}
