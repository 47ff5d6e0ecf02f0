import Bytes
import CascadingTable
import TableDatabase

/// Reads what a database contains, as far as the role may see it.
struct PostgresCatalog: Sendable {
    let database: PostgresDatabase
    /// The columns that identify rows of views and foreign tables, by the name of the relation.
    let keys: [String: [String]]

    /// Reads all relations, in the order of their schemas and names.
    func relations() async throws -> [PostgresRelation] { try await relations(nil) }

    /// Reads the relation of a name.
    ///
    /// - Throws: ``PostgresError`` with `42P01` if there is none.
    func relation(_ name: String, in schema: String) async throws -> PostgresRelation {
        if let relation = try await relations((schema, name)).first { return relation }
        throw PostgresError("42P01", reason: "there is no table \"\(name)\" in the schema \"\(schema)\"")
    }

    private func relations(_ wanted: (schema: String, name: String)?) async throws -> [PostgresRelation] {
        let condition = wanted == nil ? "" : " AND n.nspname = $1 AND c.relname = $2"
        let arguments = wanted.map { [SQLValue($0.schema), SQLValue($0.name)] } ?? []
        let results = try await database.run(
            [Self.relations, Self.columns, Self.foreignKeys].map {
                PostgresStatement($0.replacing("/*condition*/", with: condition), arguments)
            }, within: database.configuration.queryTimeout)
        var relations: [PostgresRelation] = []
        var places: [PostgresRelation.Number: Int] = [:]
        for row in 0..<results[0].rowCount {
            let result = results[0]
            guard let number = result.string(row, 0).flatMap(PostgresRelation.Number.init),
                let kind = result.string(row, 3).flatMap(PostgresRelation.Kind.init)
            else { continue }
            places[number] = relations.count
            relations.append(
                PostgresRelation(
                    number: number, schema: result.string(row, 1) ?? "", name: result.string(row, 2) ?? "", kind: kind,
                    isForeign: result.string(row, 7) == "t", comment: result.string(row, 5), columns: [],
                    key: result.list(row, 6), foreignKeys: [],
                    fullText: result.string(row, 8).map {
                        .init(expression: "(\($0))", configuration: result.string(row, 9))
                    },
                    estimatedCount: result.string(row, 4).flatMap(Int.init).flatMap { $0 < 0 ? nil : $0 }))
        }
        for row in 0..<results[1].rowCount {
            let result = results[1]
            guard let place = result.string(row, 0).flatMap(PostgresRelation.Number.init).flatMap({ places[$0] }) else {
                continue
            }
            relations[place].columns.append(
                .init(
                    name: result.string(row, 1) ?? "", type: result.string(row, 2) ?? "",
                    typeNumber: result.string(row, 3).flatMap(UInt32.init) ?? 0,
                    isNullable: result.string(row, 4) != "t", isIndexed: result.string(row, 7) == "t",
                    isOrdered: result.string(row, 5) == "t",
                    comment: result.string(row, 6)))
        }
        for row in 0..<results[2].rowCount {
            let result = results[2]
            guard let place = result.string(row, 0).flatMap(PostgresRelation.Number.init).flatMap({ places[$0] }) else {
                continue
            }
            relations[place].foreignKeys.append(Self.foreignKey(row, of: result))
        }
        for index in relations.indices { relations[index].setKey(keys[relations[index].title]) }
        return relations
    }

    /// Returns the foreign keys by which the deletion of a row deletes or changes others, with the path segments of their tables.
    func foreignKeys(
        to number: PostgresRelation.Number
    ) async throws -> [(segment: String, key: PostgresRelation.ForeignKey)] {
        let condition = " AND k.confrelid = $1::oid AND k.confdeltype IN ('c', 'n', 'd') AND k.conparentid = 0"
        let statement = PostgresStatement(
            Self.foreignKeys.replacing("/*condition*/", with: condition), [SQLValue("\(number)")])
        let result = try await database.run(statement, within: database.configuration.queryTimeout)
        return (0..<result.rowCount).map { row in
            let (schema, name) = (result.string(row, 5) ?? "", result.string(row, 6) ?? "")
            return (PostgresRelation.segment(ofTable: name, in: schema), Self.foreignKey(row, of: result))
        }
    }

    private static func foreignKey(_ row: Int, of result: PostgresResult) -> PostgresRelation.ForeignKey {
        .init(
            columns: result.list(row, 1), schema: result.string(row, 2) ?? "", table: result.string(row, 3) ?? "",
            referredColumns: result.list(row, 4),
            cascades: ["c": true, "n": false, "d": false][result.string(row, 7) ?? ""])
    }

    /// The relations that the role can read. The key is the primary key, or else a unique index of columns that are not
    /// null. Partitions are part of their table. The schema `cascade` is that of the servers.
    private static let relations = """
        SELECT c.oid, n.nspname, c.relname, c.relkind, c.reltuples::bigint, obj_description(c.oid, 'pg_class'),
            (SELECT string_agg(a.attname, chr(31) ORDER BY k.place)
                FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
                JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number),
            c.relkind = 'f' OR c.relkind = 'p' AND EXISTS (SELECT FROM pg_partition_tree(c.oid) p
                JOIN pg_class f ON f.oid = p.relid WHERE f.relkind = 'f'),
            w.vector, (regexp_match(coalesce(w.source, w.vector), $$to_tsvector[(]('(?:[^']|'')+')::regconfig$$))[1]
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        LEFT JOIN LATERAL (
            SELECT i.indkey FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND i.indisvalid
                AND i.indimmediate AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indnkeyatts = i.indnatts
                AND NOT EXISTS (SELECT FROM pg_attribute a
                    WHERE a.attrelid = c.oid AND a.attnum = ANY (i.indkey) AND NOT a.attnotnull)
            ORDER BY i.indisprimary DESC, i.indnatts, i.indexrelid LIMIT 1) i ON true
        LEFT JOIN LATERAL (
            SELECT pg_get_indexdef(i.indexrelid, 1, false) AS vector, pg_get_expr(d.adbin, d.adrelid) AS source
            FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
            JOIN pg_opclass o ON o.oid = i.indclass[0] AND o.opcintype = 'tsvector'::regtype
            LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = i.indkey[0]
            WHERE i.indrelid = c.oid AND m.amname = 'gin' AND i.indisvalid AND i.indpred IS NULL
                AND has_table_privilege(c.oid, 'SELECT')
            ORDER BY i.indexrelid LIMIT 1) w ON true
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
            AND n.nspname NOT IN ('information_schema', 'cascade') AND n.nspname !~ '^pg_'
            AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')/*condition*/
        ORDER BY n.nspname <> 'public', n.nspname, c.relname
        """

    private static let columns = """
        SELECT a.attrelid, a.attname, format_type(a.atttypid, a.atttypmod), b.oid,
            a.attnotnull OR t.typnotnull,
            b.typcategory IN ('A', 'E', 'R') OR EXISTS (SELECT FROM pg_opclass o JOIN pg_am m ON m.oid = o.opcmethod
                WHERE m.amname = 'btree' AND o.opcdefault AND (o.opcintype = b.oid OR b.oid = 'varchar'::regtype)),
            col_description(a.attrelid, a.attnum),
            EXISTS (SELECT FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
                WHERE i.indrelid = a.attrelid AND i.indkey[0] = a.attnum AND i.indisvalid AND i.indpred IS NULL
                    AND m.amname = 'btree')
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_type t ON t.oid = a.atttypid
        JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
        WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
            AND n.nspname NOT IN ('information_schema', 'cascade') AND n.nspname !~ '^pg_'
            AND has_column_privilege(c.oid, a.attnum, 'SELECT')/*condition*/
        ORDER BY a.attrelid, a.attnum
        """

    private static let foreignKeys = """
        SELECT k.conrelid,
            (SELECT string_agg(a.attname, chr(31) ORDER BY u.place)
                FROM unnest(k.conkey) WITH ORDINALITY AS u(number, place)
                JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.number),
            m.nspname, f.relname,
            (SELECT string_agg(a.attname, chr(31) ORDER BY u.place)
                FROM unnest(k.confkey) WITH ORDINALITY AS u(number, place)
                JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.number),
            n.nspname, c.relname, k.confdeltype
        FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_class f ON f.oid = k.confrelid JOIN pg_namespace m ON m.oid = f.relnamespace
        WHERE k.contype = 'f'/*condition*/
        ORDER BY k.conrelid, k.oid
        """
}

extension PostgresRelation {
    /// Sets the key that the configuration names. A key with a column that the role cannot read is none.
    fileprivate mutating func setKey(_ named: [String]?) {
        let wanted = named ?? key
        key = wanted.allSatisfy { name in columns.contains { $0.name.isExactly(name) } } ? wanted : []
    }
}

extension PostgresResult {
    /// Returns the names of a list; empty for NULL.
    func list(_ row: Int, _ column: Int) -> [String] {
        string(row, column)?.unicodeScalars.split(separator: "\u{1F}").map { String($0) } ?? []
    }
}
