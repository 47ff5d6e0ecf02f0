#if MariaDB
    import Bytes
    import CascadingTable
    import TableDatabase

    /// Reads what a database contains, as far as the user may see it.
    struct MariaDBCatalog: Sendable {
        let database: MariaDBDatabase

        /// Reads all relations, or those of some names, in the order of their names.
        func relations(_ names: [RelationName]? = nil) async throws -> [Relation] {
            async let tables = rows(Self.tables, of: names)
            async let columns = rows(Self.columns, of: names)
            async let indexes = indexes(of: names)
            async let foreignKeys = rows(Self.foreignKeys, of: names)
            // MySQL has a type for JSON, and no such list.
            let checks = try? await rows(Self.jsonChecks, of: names)
            let jsonColumns = Set((checks ?? []).map { $0.map { ExactString($0) } })
            var relations: [Relation] = []
            var places: [ExactString: Int] = [:]
            for row in try await tables {
                places[ExactString(row[0])] = relations.count
                let isView = row[1] == "VIEW"
                var relation = Relation(RelationName(row[0]), isView ? .view : .table, path: [row[0]])
                if !isView {
                    relation.comment = row[3].isEmpty ? nil : row[3]
                    relation.estimatedCount = Int(row[2])
                }
                // Conditions on rows, such as (a, b) > (1, 2), use no index.
                relation.comparesRows = false
                relations.append(relation)
            }
            for row in try await columns {
                guard let place = places[ExactString(row[0])] else { continue }
                let isJSON = jsonColumns.contains(
                    [row[0], "json_valid(\(QuotedIdentifier.quoted(row[1])))"].map { ExactString($0) })
                var column = RelationColumn(row[1], type: isJSON ? "json" : row[2], dataType: isJSON ? "json" : row[3])
                (column.isNullable, column.comment) = (row[4] == "YES", row[5].isEmpty ? nil : row[5])
                relations[place].columns.append(column)
            }
            for index in try await indexes.sorted(by: { $0.rank < $1.rank }) {
                if let place = places[ExactString(index.table)] { relations[place].add(index) }
            }
            for (name, key) in Self.foreignKeys(try await foreignKeys) {
                if let place = places[ExactString(name.name)] { relations[place].foreignKeys.append(key) }
            }
            for index in relations.indices {
                guard let key = database.configuration.keys[relations[index].title] else { continue }
                relations[index].key = key.allSatisfy { relations[index].column(named: $0) != nil } ? key : []
            }
            return relations
        }

        /// Returns the foreign keys that refer to a relation, with the names of their tables.
        func foreignKeys(to name: RelationName) async throws -> [(table: RelationName, key: RelationForeignKey)] {
            let sql = Self.foreignKeys.replacing("table_name/*names*/", with: "referenced_table_name/*names*/")
            return Self.foreignKeys(try await rows(sql, of: [name])).filter { $0.key.referred == name }
        }

        /// Returns the indexes of all tables, or of some.
        func indexes(of names: [RelationName]? = nil) async throws -> [Index] {
            var indexes: [Index] = []
            for row in try await rows(Self.indexes, of: names) {
                if indexes.last?.table.isExactly(row[0]) != true || indexes.last?.name.isExactly(row[1]) != true {
                    indexes.append(Index(table: row[0], name: row[1], isFullText: row[5] == "FULLTEXT"))
                }
                let last = indexes.count - 1
                indexes[last].columns.append(row[2])
                if row[3] != "0" || row[4] == "YES" || !row[6].isEmpty { indexes[last].isKey = false }
            }
            return indexes
        }

        /// An index of a table.
        struct Index: Sendable {
            var table: String
            var name: String
            var isFullText: Bool
            var columns: [String] = []
            /// A Boolean value that indicates whether the columns identify a row, and are not null.
            var isKey = true

            var isPrimary: Bool { name == "PRIMARY" }
            /// The order in which indexes become the key: the primary key, then those of few columns.
            var rank: Int { isPrimary ? 0 : columns.count }
        }

        private static func foreignKeys(_ rows: [[String]]) -> [(table: RelationName, key: RelationForeignKey)] {
            var keys: [(table: RelationName, key: RelationForeignKey)] = []
            var last: [String] = []
            for row in rows {
                if last != [row[0], row[1]] {
                    keys.append((RelationName(row[0]), RelationForeignKey([], to: RelationName(row[3]), [])))
                }
                last = [row[0], row[1]]
                keys[keys.count - 1].key.columns.append(row[2])
                keys[keys.count - 1].key.referredColumns.append(row[4])
            }
            return keys
        }

        // MARK: - Statements

        /// Returns the rows of a statement as texts, empty for NULL.
        private func rows(_ sql: String, of names: [RelationName]?) async throws -> [[String]] {
            let places = names.map { " IN (\($0.map { _ in "?" }.joined(separator: ", ")))" } ?? " IS NOT NULL"
            let statement = SQLStatement(
                sql.replacing("/*names*/", with: places), names?.map { SQLValue($0.name) } ?? [])
            let result = try await database.pool.run(statement, within: database.configuration.queryTimeout)
            return (0..<result.rowCount).map { row in (0..<result.columnCount).map { result.string(row, $0) ?? "" } }
        }

        private static let tables = """
            SELECT table_name, table_type, table_rows, table_comment FROM information_schema.tables
            WHERE table_schema = DATABASE() AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')
                AND table_name/*names*/ ORDER BY table_name
            """

        private static let columns = """
            SELECT table_name, column_name, column_type, data_type, is_nullable, column_comment
            FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name/*names*/
            ORDER BY table_name, ordinal_position
            """

        private static let indexes = """
            SELECT table_name, index_name, column_name, non_unique, nullable, index_type, sub_part
            FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name/*names*/
            ORDER BY table_name, index_name <> 'PRIMARY', index_name, seq_in_index
            """

        /// The foreign keys to tables of the same database.
        private static let foreignKeys = """
            SELECT table_name, constraint_name, column_name, referenced_table_name, referenced_column_name
            FROM information_schema.key_column_usage
            WHERE table_schema = DATABASE() AND referenced_table_schema = DATABASE() AND table_name/*names*/
            ORDER BY table_name, constraint_name, ordinal_position
            """

        /// The constraints of columns that MariaDB declares as JSON.
        private static let jsonChecks = """
            SELECT table_name, check_clause FROM information_schema.check_constraints
            WHERE constraint_schema = DATABASE() AND table_name/*names*/ AND check_clause LIKE 'json_valid(%'
            """
    }

    extension Relation {
        /// Adds what an index tells about the table.
        fileprivate mutating func add(_ index: MariaDBCatalog.Index) {
            if index.isFullText {
                fullText = fullText ?? .words(in: index.columns)
            } else {
                for place in columns.indices where index.columns.first?.isExactly(columns[place].name) == true {
                    columns[place].isIndexed = true
                }
                if index.isKey, key.isEmpty { key = index.columns }
            }
        }
    }

    extension Relation.FullText {
        /// Returns the condition that indexed columns have all words of a search, or words that begin with them.
        ///
        /// Signs would be operators, so they are left out. An index has neither words of one or two letters nor InnoDB's
        /// stopwords, so that rows would be missing.
        fileprivate static func words(in columns: [String]) -> Relation.FullText {
            let names = columns.map { "t.\(QuotedIdentifier.quoted($0))" }.joined(separator: ", ")
            let (letter, short) = (#"[\p{L}\p{N}_]"#, #"[\p{L}\p{N}_]{1,2}"#)
            let stopwords = "about|are|com|for|from|how|that|the|this|was|what|when|where|who|will|with|und|www"
            let ignored = #"[^\p{L}\p{N}_]+|(?<!\#(letter))(\#(short)|\#(stopwords))(?!\#(letter))"#
            return Relation.FullText(
                before: "MATCH (\(names)) AGAINST (CONCAT('+', REGEXP_REPLACE(NULLIF(TRIM(REGEXP_REPLACE(",
                after: ", '\(ignored)', ' ')), ''), ' +', '* +'), '*') IN BOOLEAN MODE)")
        }
    }

    extension RelationColumn {
        /// - Parameters:
        ///   - name: The name.
        ///   - type: The declared type, such as `decimal(10,2)`.
        ///   - dataType: The type without its parameters.
        fileprivate init(_ name: String, type: String, dataType: String) {
            let encoding: ValueEncoding =
                switch dataType {
                case _ where type == "tinyint(1)" || type == "bit(1)": .boolean
                case "tinyint", "smallint", "mediumint", "int", "bigint", "year", "bit": .integer
                case "float", "double": .float
                case "decimal": .numeric
                case "date": .date
                case "datetime", "timestamp": .timestamp
                case "json": .json
                case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob", "geometry", "point",
                    "linestring",
                    "polygon", "multipoint", "multilinestring", "multipolygon", "geometrycollection", "geomcollection":
                    .bytes
                default: .text
                }
            self.init(name, type: type, encoding, isSingle: dataType == "float")
            // They are sorted by the numbers of their values, and compared by their texts.
            if dataType == "enum" || dataType == "set" { sql.expression = "CAST(\(expression) AS CHAR)" }
            isLong = dataType.hasSuffix("text") || dataType.hasSuffix("blob") || dataType == "json"
        }

        /// - Parameter isSingle: Whether numbers have 32 bits.
        init(_ name: String, type: String, _ encoding: ValueEncoding, isSingle: Bool) {
            self.init(name, type: type, encoding)
            switch encoding {
            case .numeric: sql.type = MariaDBRules.decimal
            case .date, .timestamp: sql.type = MariaDBRules.time
            case .float where isSingle:
                sql.type = MariaDBRules.single
                // The text of such a number is that of another number of 64 bits.
                sql.expression = "CAST(\(expression) AS DOUBLE)"
            default: break
            }
        }
    }
#endif
