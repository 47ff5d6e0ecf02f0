import Bytes
import CascadingTable
import TableDatabase

/// Reads what a database contains, as far as the role may see it.
struct PostgresCatalog: Sendable {
    let database: PostgresDatabase
    /// The columns that identify rows of views and foreign tables, by the name of the relation.
    let keys: [String: [String]]

    /// Reads all relations, or those of some names, in the order of their schemas and names.
    func relations(_ wanted: [RelationName]? = nil) async throws -> [Relation] {
        let pairs = wanted?.indices.map { "($\(2 * $0 + 1), $\(2 * $0 + 2))" } ?? []
        let condition = wanted == nil ? "" : " AND (n.nspname, c.relname) IN (\(pairs.joined(separator: ", ")))"
        let arguments = wanted?.flatMap { [SQLValue($0.postgresSchema), SQLValue($0.name)] } ?? []
        let results = try await database.run(
            [Self.relations, Self.columns, Self.foreignKeys].map {
                SQLStatement($0.replacing("/*condition*/", with: condition), arguments)
            }, within: database.configuration.queryTimeout)
        var relations: [Relation] = []
        var hasChildren: Set<UInt32> = []
        var places: [UInt32: Int] = [:]
        for row in 0..<results[0].rowCount {
            let result = results[0]
            guard let number = result.number(row, 0), let kind = result.string(row, 3) else { continue }
            places[number] = relations.count
            if result.string(row, 10) == "t" { hasChildren.insert(number) }
            let name = RelationName(postgres: result.string(row, 2) ?? "", in: result.string(row, 1) ?? "")
            var relation = Relation(
                name, ["p": .partitioned, "v": .view, "m": .view][kind] ?? .table,
                path: [name.postgresSchema, name.name])
            relation.number = number
            relation.comment = result.string(row, 5)
            relation.key = result.list(row, 6)
            // PostgreSQL does not send comparisons of rows to the servers of foreign tables.
            relation.comparesRows = result.string(row, 7) != "t"
            relation.fullText = result.string(row, 8).map { expression in
                let configuration = result.string(row, 9).map { "\($0)::regconfig, " } ?? ""
                return .init(before: "(\(expression)) @@ websearch_to_tsquery(\(configuration)", after: ")")
            }
            relation.estimatedCount = result.integer(row, 4).flatMap { $0 < 0 ? nil : $0 }
            if ["r", "m"].contains(kind) {
                relation.placeColumns = hasChildren.contains(number) ? ["tableoid", "ctid"] : ["ctid"]
            }
            relations.append(relation)
        }
        for row in 0..<results[1].rowCount {
            let result = results[1]
            guard let place = result.number(row, 0).flatMap({ places[$0] }) else { continue }
            var column = RelationColumn(
                result.string(row, 1) ?? "", type: result.string(row, 2) ?? "",
                postgresType: result.number(row, 3) ?? 0, isOrdered: result.string(row, 5) == "t")
            column.isNullable = result.string(row, 4) != "t"
            column.isIndexed = result.string(row, 7) == "t"
            column.comment = result.string(row, 6)
            // PostgreSQL searches texts by deterministic collations only.
            if result.string(row, 8) == "t" { column.sql.searchCollation = #"pg_catalog."und-x-icu""# }
            relations[place].columns.append(column)
        }
        for row in 0..<results[2].rowCount {
            let result = results[2]
            guard let place = result.number(row, 0).flatMap({ places[$0] }) else { continue }
            relations[place].foreignKeys.append(Self.foreignKey(row, of: result))
        }
        for index in relations.indices {
            let relation = relations[index]
            // Rows of children can have the same values. A key with a column that the role cannot read is none.
            let wanted = keys[relation.title] ?? (hasChildren.contains(relation.number) ? [] : relation.key)
            relations[index].key = wanted.allSatisfy { relation.column(named: $0) != nil } ? wanted : []
        }
        return relations
    }

    /// Returns the foreign keys that refer to a relation, with the names of their tables.
    func foreignKeys(to number: UInt32) async throws -> [(table: RelationName, key: RelationForeignKey)] {
        let condition = " AND k.confrelid = $1::oid AND k.conparentid = 0"
        let statement = SQLStatement(
            Self.foreignKeys.replacing("/*condition*/", with: condition), [SQLValue("\(number)")])
        let result = try await database.run([statement], within: database.configuration.queryTimeout)[0]
        return (0..<result.rowCount).map { row in
            (
                RelationName(postgres: result.string(row, 6) ?? "", in: result.string(row, 5) ?? ""),
                Self.foreignKey(row, of: result)
            )
        }
    }

    private static func foreignKey(_ row: Int, of result: PostgresResult) -> RelationForeignKey {
        var key = RelationForeignKey(
            result.list(row, 1),
            to: RelationName(postgres: result.string(row, 3) ?? "", in: result.string(row, 2) ?? ""),
            result.list(row, 4), cascades: ["c": true, "n": false, "d": false][result.string(row, 7) ?? ""])
        key.follows = ["c", "n", "d"].contains(result.string(row, 8) ?? "")
        return key
    }

    /// The relations that the role can read. The key is the primary key, or else a unique index of columns that are not
    /// null. A view that shows the rows of one table has the key of that table. Partitions are part of their table. The schema `cascade` is that of the servers.
    private static let relations = #"""
        SELECT c.oid, n.nspname, c.relname, c.relkind, c.reltuples::bigint, obj_description(c.oid, 'pg_class'), i.key,
            c.relkind = 'f' OR c.relkind = 'p' AND EXISTS (SELECT FROM pg_partition_tree(c.oid) p
                JOIN pg_class f ON f.oid = p.relid WHERE f.relkind = 'f'),
            w.vector, (regexp_match(coalesce(w.source, w.vector), $$to_tsvector[(]('(?:[^']|'')+')::regconfig$$))[1],
            c.relkind = 'r' AND c.relhassubclass AND EXISTS (SELECT FROM pg_inherits h WHERE h.inhparent = c.oid)
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        LEFT JOIN LATERAL (
            SELECT string_agg(s.attname, chr(31) ORDER BY array_position(i.indkey::int2[], b.number)) AS key
            FROM (SELECT c.oid AS base, a.attnum AS number, a.attnum AS shown FROM pg_attribute a
                    WHERE a.attrelid = c.oid AND c.relkind <> 'v'
                UNION ALL SELECT m[2]::oid, m[3]::int2, m[1]::int2 FROM pg_rewrite r, regexp_matches(r.ev_action::text,
                    ':resno (\d+) :resname (?:\\.|\S)+ :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+)', 'g') m
                    WHERE r.ev_class = c.oid AND c.relkind = 'v' AND pg_relation_is_updatable(c.oid, false) & 16 <> 0
                        AND r.ev_action::text !~ '[{]QUERY.*[{]QUERY'
                        AND NOT EXISTS (SELECT FROM pg_rewrite o WHERE o.ev_class = c.oid AND o.oid <> r.oid)) b
            JOIN pg_class t ON t.oid = b.base AND (t.relkind <> 'r' OR NOT t.relhassubclass OR c.relkind <> 'v')
            JOIN pg_index i ON i.indrelid = b.base AND b.number = ANY (i.indkey)
            JOIN pg_attribute s ON s.attrelid = c.oid AND s.attnum = b.shown
            WHERE i.indisunique AND i.indisvalid AND i.indimmediate AND i.indpred IS NULL AND i.indexprs IS NULL
                AND i.indnkeyatts = i.indnatts AND NOT EXISTS (SELECT FROM pg_attribute a
                    WHERE a.attrelid = b.base AND a.attnum = ANY (i.indkey) AND NOT a.attnotnull)
            GROUP BY i.indexrelid, i.indisprimary, i.indnatts HAVING count(DISTINCT b.number) = i.indnatts
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
        """#

    private static let columns = """
        SELECT a.attrelid, a.attname, format_type(a.atttypid, a.atttypmod), b.oid,
            a.attnotnull OR t.typnotnull,
            b.typcategory IN ('A', 'E', 'R') OR EXISTS (SELECT FROM pg_opclass o JOIN pg_am m ON m.oid = o.opcmethod
                WHERE m.amname = 'btree' AND o.opcdefault AND (o.opcintype = b.oid OR b.oid = 'varchar'::regtype)),
            col_description(a.attrelid, a.attnum),
            EXISTS (SELECT FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
                WHERE i.indrelid = a.attrelid AND i.indkey[0] = a.attnum AND i.indisvalid AND i.indpred IS NULL
                    AND m.amname = 'btree'),
            EXISTS (SELECT FROM pg_collation l WHERE l.oid = a.attcollation AND NOT l.collisdeterministic)
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
            n.nspname, c.relname, k.confdeltype, k.confupdtype
        FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_class f ON f.oid = k.confrelid JOIN pg_namespace m ON m.oid = f.relnamespace
        WHERE k.contype = 'f'/*condition*/
        ORDER BY n.nspname <> 'public', n.nspname, c.relname, k.oid
        """
}

extension RelationName {
    /// Creates the name of a relation in a schema of PostgreSQL. Tables of `public` are named without it.
    init(postgres name: String, in schema: String) { self.init(name, in: schema == "public" ? "" : schema) }

    var postgresSchema: String { schema.isEmpty ? "public" : schema }
}

extension PostgresResult {
    /// Returns the number of an object of the database (`oid`).
    func number(_ row: Int, _ column: Int) -> UInt32? { string(row, column).flatMap { UInt32($0) } }
}
