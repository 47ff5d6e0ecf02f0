import Bytes
public import CascadingTable
import LocalizedMessages
package import TableDatabase

extension PostgresDatabase {
    /// Returns a table that lists all tables and views that the role can read.
    ///
    /// - Throws: ``PostgresError``.
    @TableActor
    public func makeListTable() async throws -> TableView { try await makeListTable([]) }

    /// Returns a table with the rows of a table or view.
    ///
    /// - Parameters:
    ///   - name: The name of a table or view.
    ///   - schema: Its schema. Default: `public`.
    /// - Throws: ``PostgresError`` with the code `42P01` if there is none that the role can read.
    @TableActor
    public func makeTable(named name: String, in schema: String = "public") async throws -> TableView {
        let relation = try await catalog.relation(name, in: schema)
        let reader = try PostgresReader(relation, TableQuery(), configuration, run: run)
        let tableView = try await show(PostgresRowsDelegate(reader, of: self), of: (schema, name))
        tableView.title = relation.title
        tableView.navigationItem.prompt = relation.comment
        tableView.navigationItem.breadcrumbs = configuration.onlyTable == nil ? [TableLink(title, to: "../")] : []
        tableView.queryOptions = .all
        tableView.hosting.hasRecords = true
        tableView.hosting.editing = try await editing(of: relation)
        tableView.hosting.statement = { [configuration, run] in
            (try? PostgresReader(relation, $0, configuration, run: run))?.text
        }
        tableView.hosting.longValueHandler = { tableView, indexPath, column in
            try await reader.longValue(ofColumn: column, ofRowNamed: tableView.identifier(forRowAt: indexPath))
        }
        return tableView
    }

    /// Returns a table with the columns of one row.
    ///
    /// - Parameters:
    ///   - name: The name of a table or view.
    ///   - schema: Its schema. Default: `public`.
    ///   - key: The identifier of the row in the table of its rows.
    /// - Throws: ``PostgresError``; `TableViewError` with `noSuchRow`.
    @TableActor
    public func makeRowTable(table name: String, in schema: String = "public", key: String) async throws -> TableView {
        try await makeRowTable(ofRow: key, in: (schema, name))
    }

    /// Returns the table mounted at a path, or nil if no table is mounted there.
    ///
    /// The empty path is the list, `NAME` a table of the schema `public`, `SCHEMA.NAME` another one, and `NAME/row/KEY` a
    /// row. With ``Configuration/onlyTable``, the empty path is that table.
    ///
    /// - Parameter path: The segments of the path, after percent-decoding.
    /// - Throws: ``PostgresError``.
    @TableActor
    public func makeTable(at path: [String]) async throws -> TableView? { try await makeTable(at: path, asOf: nil) }

    /// Returns the table mounted at a path. With a day or time, a row is shown as it was then.
    @TableActor
    package func makeTable(at path: [String], asOf time: String?) async throws -> TableView? {
        var rest = path[...]
        var place: (schema: String, name: String)?
        if let table = configuration.onlyTable {
            place = try await catalog.relations().first { $0.title.isExactly(table) }.map { ($0.schema, $0.name) }
        } else {
            guard let segment = rest.popFirst() else { return try await makeListTable() }
            place = PostgresRelation.name(ofSegment: segment)
        }
        guard let place else { return nil }
        let (schema, name) = place
        do {
            if rest.isEmpty { return try await makeTable(named: name, in: schema) }
            guard rest.count == 2, rest.popFirst() == "row", let key = rest.popFirst() else { return nil }
            if let time { return try await makeRowTable(ofRow: key, in: place, at: time) }
            return try await makeRowTable(table: name, in: schema, key: key)
        } catch let error as any VisitorFacingError where error.kind == .notFound && time == nil {
            return nil
        }
    }

    /// Returns the means to change the rows of a table; nil if no table of the database can be changed.
    private func editing(of relation: PostgresRelation, record: String? = nil) async throws -> TableEditing? {
        guard let editPool else { return nil }
        guard configuration.editableTables.contains(relation.title) else { return TableEditing(nil, record: record) }
        let table = try await WritableRelation(relation, in: self)
        var editing = TableEditing(
            table.isEditable ? PostgresEditor(table, in: self, editPool) : nil, record: record)
        editing.refusedKinds = table.refusedKinds
        return editing
    }

    /// Returns whether the role can change rows of a table.
    ///
    /// - Parameter title: The name of the table. The name of one outside of `public` begins with its schema.
    package func canEdit(_ title: String) async throws -> Bool {
        guard configuration.editableTables.contains(title),
            let relation = try await catalog.relations().first(where: { $0.title.isExactly(title) })
        else { return false }
        return try await WritableRelation(relation, in: self).isEditable
    }

    @TableActor
    package func show(_ root: any LiveTable, of place: Place?) async throws -> TableView {
        if let record = root as? RecordTableDelegate {
            try await record.load(isWhole: false)
        } else {
            try await root.load()
        }
        let tableView = TableView(root: root)
        // The language of the values is unknown. The table uses the text direction of its reader.
        tableView.language = nil
        tableView.hosting.announcesChanges = false
        if !(root is PostgresRowsDelegate) { tableView.hosting.updateHandler = { _ in try await root.load() } }
        if let record = root as? RecordTableDelegate {
            tableView.hosting.recordHandler = { [weak record] in try await record?.load(isWhole: false) }
        }
        var number = PostgresRelation.noNumber
        if let place { number = try await catalog.relation(place.name, in: place.schema).number }
        shown.add(root, of: number)
        return tableView
    }

    package func listItems(isLong: Bool) async throws -> (items: [ListItem], size: Int?) {
        let end = ContinuousClock.now + .milliseconds(200)
        let facts = try await run(
            [PostgresStatement(Self.indexes), PostgresStatement(Self.size)], within: configuration.queryTimeout)
        var indexes: [PostgresRelation.Number: String] = [:]
        for row in 0..<facts[0].rowCount {
            guard let number = facts[0].string(row, 0).flatMap(PostgresRelation.Number.init) else { continue }
            indexes[number] = facts[0].string(row, 1)
        }
        var items: [ListItem] = []
        for relation in try await catalog.relations() {
            var item = relation.listItem
            item.indexes = indexes[relation.number] ?? ""
            // The estimate of a small table can be far off, and a view has none.
            if (item.count ?? 0) <= 10_000, ContinuousClock.now < end {
                let reader = try PostgresReader(relation, TableQuery(), configuration, run: run)
                // A view can fail, such as one whose tables the role may not read. Its own page says why.
                let found = try? await reader.quickCount()
                if let found, found.accuracy == .exact { item.count = found.count }
            }
            items.append(item)
        }
        return (items, facts[1].string(0, 0).flatMap(Int.init))
    }

    /// The columns of the indexes besides the primary key, by the number of their relation.
    private static let indexes = """
        SELECT i.indrelid, string_agg((SELECT string_agg(pg_get_indexdef(i.indexrelid, k, false), ', ' ORDER BY k)
            FROM generate_series(1, i.indnkeyatts) k), '; ' ORDER BY i.indexrelid)
        FROM pg_index i WHERE i.indisvalid AND NOT i.indisprimary GROUP BY i.indrelid
        """

    /// The size of the database, which a role can read that may connect to it.
    private static let size = """
        SELECT CASE WHEN has_database_privilege(current_database(), 'CONNECT') THEN pg_database_size(current_database()) END
        """

    /// Runs a body with a relation, and once more if its description of a moment ago is wrong by now.
    private func describing<Result>(
        _ place: Place, _ body: (PostgresRelation) async throws -> Result
    ) async throws -> Result {
        do { return try await body(catalog.relation(place.name, in: place.schema)) } catch let error as PostgresError
            where error.isOfOldDescription
        {
            return try await body(catalog.relation(place.name, in: place.schema, readWithin: .zero))
        }
    }

    package func record(ofRow key: String, in place: Place, isWhole: Bool) async throws -> DatabaseRecord {
        try await describing(place) { relation in
            let reader = try PostgresReader(relation, TableQuery(), configuration, run: run)
            let page = try await reader.page(.from(key), limit: 1)
            guard page.batch.count == 1, page.batch.identifier(at: 0).map(key.isExactly) == true else {
                throw reader.noSuchRow(key)
            }
            let columns = relation.columns.enumerated().map { index, column in
                DatabaseRecord.Column(name: column.name, type: column.type, value: page.batch.value(at: 0, index))
            }
            var record = DatabaseRecord(tableName: relation.title, columns: columns)
            record.labelColumns = relation.labelColumns(besides: relation.key, configuration)
            guard isWhole else { return record }
            try await addLinks(to: &record, of: relation)
            record.referrers = try await referrers(of: record, in: relation)
            if configuration.history != nil { record.past = try await past(ofRow: key, of: relation.title) }
            if configuration.onlyTable == nil { record.linkHistory(ofRow: key) }
            return record
        }
    }

    package func record(ofRow key: String, in place: Place, at text: String) async throws -> DatabaseRecord {
        let time = try EditHistory.requireMoment(text)
        let relation = try await catalog.relation(place.name, in: place.schema)
        let types = relation.columns.map { ($0.name, $0.type) }
        let past = try await past(ofRow: key, of: relation.title, at: time)
        let record = try await DatabaseRecord(
            named: key, of: relation.title, at: time, since: beginningOfHistory(), past, types: types)
        if let record { return record }
        // The history has no change of the row, so the row was the same then.
        let now = try await self.record(ofRow: key, in: place, isWhole: true)
        return DatabaseRecord(tableName: now.tableName, columns: now.columns)
    }

    package func longValue(ofColumn column: String, ofRow key: String, in place: Place) async throws -> LongValue? {
        let relation = try await catalog.relation(place.name, in: place.schema)
        return try await PostgresReader(relation, TableQuery(), configuration, run: run)
            .longValue(ofColumn: column, ofRowNamed: key)
    }

    package func editing(
        of record: DatabaseRecord, ofRow key: String, in place: Place
    ) async throws -> TableEditing? {
        try await editing(of: catalog.relation(place.name, in: place.schema), record: key)
    }

    /// Adds the links to the rows that a row refers to.
    private func addLinks(to record: inout DatabaseRecord, of relation: PostgresRelation) async throws {
        let keys = relation.foreignKeys.compactMap { foreignKey in
            let values = foreignKey.columns.compactMap { name in
                record.columns.first { $0.name.isExactly(name) && $0.value != .null }?.value
            }
            let isWhole = values.count == foreignKey.columns.count
            return isWhole ? foreignKey.columns.first.map { (foreignKey, ReferenceLinks.Key($0, values)) } : nil
        }
        let links = try await PostgresReferences(database: self, relation: relation, folder: "../../")
            .links(for: keys.map(\.1))
        for (foreignKey, key) in keys {
            guard let link = links[key] ?? nil else { continue }
            for index in record.columns.indices
            where foreignKey.columns.contains(where: record.columns[index].name.isExactly) {
                record.columns[index].link = record.columns[index].link ?? link
            }
        }
    }

    package func neighbours(
        ofRow key: String, in query: TableQuery, of place: Place
    ) async throws -> RowNeighbours {
        var limits = configuration
        limits.queryTimeout = configuration.countTimeout * 50
        let relation = try await catalog.relation(place.name, in: place.schema)
        let reader = try PostgresReader(relation, query, limits, run: run)
        guard reader.readsByKey else { return RowNeighbours() }
        return RowNeighbours(
            previous: try await reader.page(.before(key), limit: 1).batch.firstIdentifier,
            next: try await reader.page(.after(key), limit: 1).batch.firstIdentifier)
    }

    /// Returns the relations that refer to a row, with the numbers of their rows, as far as they are counted in time.
    private func referrers(
        of record: DatabaseRecord, in relation: PostgresRelation
    ) async throws -> [DatabaseRecord.Referrer] {
        guard configuration.onlyTable == nil else { return [] }
        let keys = try await catalog.foreignKeys(to: relation.number)
        let others = try await catalog.relations(named: Set(keys.map(\.table)))
        var referrers: [(DatabaseRecord.Referrer, source: String, conditions: [(TableQuery.Filter, SQLColumn)])] = []
        for (table, key) in keys {
            guard let other = others[table] else { continue }
            let conditions = zip(key.columns, key.referredColumns).compactMap { name, referred in
                let value = record.columns.first { $0.name.isExactly(referred) }?.value.argument?.string
                let column = other.sqlColumns.first { $0.name.isExactly(name) }
                return column.flatMap { column in value.map { (TableQuery.Filter(name, .exact, $0), column) } }
            }
            guard conditions.count == key.columns.count else { continue }
            let values = conditions.map { (column: $0.0.column, value: $0.0.value) }
            referrers.append(
                (.init((other.title, other.segment), where: values, count: nil), other.source, conditions))
        }
        func counting(_ places: some Sequence<Int>, _ beginning: String = "") -> PostgresStatement {
            var builder = SQLConditionBuilder(.postgreSQL)
            let counts = places.map { place in
                let conditions = referrers[place].conditions.map { builder.condition($0, on: $1) }
                return
                    "SELECT \(place), count(*) FROM \(referrers[place].source) WHERE \(conditions.joined(separator: " AND "))"
            }
            return PostgresStatement(beginning + counts.joined(separator: " UNION ALL "), builder.arguments)
        }
        guard !referrers.isEmpty else { return [] }
        let plan = try? await run(counting(referrers.indices, "EXPLAIN "), within: configuration.queryTimeout)
        let steps = plan.map { plan in (0..<plan.rowCount).compactMap { plan.string($0, 0) } } ?? []
        // Each count is a step below the first one, unless it is the only one.
        let costs = steps.filter { referrers.count == 1 || $0.hasPrefix("  ->  ") }.map(PostgresReader.cost(ofStep:))
        let cheap = referrers.indices.filter {
            costs.count >= referrers.count && costs[$0] <= PostgresReader.countedCost
        }
        if !cheap.isEmpty, let found = try? await run(counting(cheap), within: configuration.countTimeout * 5) {
            for row in 0..<found.rowCount {
                guard let place = found.string(row, 0).flatMap({ Int($0) }) else { continue }
                referrers[place].0.count = found.string(row, 1).flatMap { Int($0) }
            }
        }
        return referrers.map(\.0).filter { $0.count != 0 }
    }
}

extension PostgresRelation {
    fileprivate var listItem: ListItem {
        let shown = columns.prefix(6).map(\.name).joined(separator: ", ")
        var item = ListItem(
            name: title, segment: segment, kind: kind.isView ? .view : .table,
            link: "\(PathSegment.percentEncoded(segment))/",
            summary: columns.count > 6 ? "\(shown) and \(columns.count - 6) more" : shown, count: estimatedCount,
            comment: comment)
        item.key = key.joined(separator: ", ")
        return item
    }
}
