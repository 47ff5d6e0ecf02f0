import Bytes
package import CascadingTable

extension RelationDriver {
    package var showsAllTables: Bool { onlyTable == nil }
    package var countsLater: Bool { false }

    /// Returns the relation of a name, as the visitor sees it.
    ///
    /// - Parameter age: The time since which it was read at most; nil for a moment.
    /// - Throws: An error of the kind `notFound` if there is none.
    package func relation(_ name: RelationName, readWithin age: Duration?) async throws -> Relation {
        if let relation = try await wholeRelation(name, readWithin: age), let visible = try restricted(relation) {
            return visible
        }
        throw noSuchRelation(name)
    }

    /// Returns the relation of a name, with all rows and columns; nil if there is none.
    package func wholeRelation(_ name: RelationName, readWithin age: Duration?) async throws -> Relation? {
        try await known.relations(named: [name], readWithin: age, readRelations)[name]
    }

    /// Returns relations by name, except those that may not be read.
    package func relations(named names: Set<RelationName>) async throws -> [RelationName: Relation] {
        try await known.relations(named: names, readWithin: nil, readRelations).compactMapValues(restricted)
    }

    /// Returns the rows of a relation as a source.
    package func rows(named name: RelationName) async throws -> DatabaseRows {
        let reader = try RelationReader(await relation(name, readWithin: nil), of: self)
        return try await DatabaseRows(reader, named: name.title)
    }

    package func relation(namedByKey name: RelationName) async throws -> Relation? {
        try await relations(named: [name])[name]
    }

    package func labelColumns(of relation: Relation, besides key: [String]) -> [String] {
        relation.labelColumns(besides: key, self)
    }

    /// Returns all relations, in the order of the list.
    package func relations() async throws -> [Relation] {
        try await readRelations(nil).compactMap(restricted)
    }

    package func place(named name: String) async throws -> RelationName? {
        var names: Set = [RelationName(name)]
        // A dot is one of the name, or follows a schema.
        if let dot = name.firstIndex(of: ".") {
            names.insert(RelationName(String(name[name.index(after: dot)...]), in: String(name[..<dot])))
        }
        return try await known.relations(named: names, readWithin: nil, readRelations).keys.first
    }

    /// Returns a relation as the visitor sees it; nil if it is hidden.
    private func restricted(_ relation: Relation) throws -> Relation? {
        guard let rules else { return relation }
        let rule = rules.rule(for: relation.title, isView: relation.kind == .view)
        return rule.isHidden ? nil : try relation.restricted(by: rule, dialect)
    }

    /// Returns a table with the rows of a relation.
    ///
    /// - Throws: An error of the kind `notFound` if there is none that may be read.
    @TableActor
    package func makeTable(of name: RelationName) async throws -> TableView {
        let relation = try await relation(name, readWithin: nil)
        let reader = try RelationReader(relation, of: self)
        let rule = rules?.rule(for: relation.title)
        let root = RelationTableDelegate(reader)
        root.ownCell = rule?.cell
        let tableView = try await show(root, of: name)
        tableView.title = relation.title
        tableView.navigationItem.prompt = relation.comment
        tableView.navigationItem.breadcrumbs = showsAllTables ? [TableLink(title, to: "../")] : []
        tableView.queryOptions = showsAllTables ? [.all, .labels, .relatedColumns] : .all
        tableView.hosting.hasRecords = true
        tableView.hosting.editing = try await editing(of: relation, record: nil)
        if rules == nil { tableView.hosting.statement = { reader.statementText } }
        rule?.offerActions(in: tableView)
        tableView.readLongValues { name, key in
            var rows = TableQuery()
            if relation.column(named: name) == nil { rows.relatedColumns = [ExactString(name)] }
            return try await reader.reader(answering: rows).longValue(ofColumn: name, ofRowNamed: key)
        }
        return tableView
    }

    package func statement(ofGroups query: TableQuery, in name: RelationName) async throws -> String {
        let relation = try await relation(name, readWithin: nil).extended(for: query, self)
        let reader = try RelationReader(relation, query.ofGroupedRows, of: self)
        return try SQLGroups.statement(
            of: query, relation.sqlColumns, dialect, from: relation.source, where: reader.all)
    }

    package func place(at segment: String?, isAlone: Bool) async throws -> RelationName? {
        if let segment { return RelationName(segment: segment) }
        return try await relations().first { relation in onlyTable.map(relation.title.isExactly) == true }?.name
    }

    @TableActor
    package func show(_ root: any LiveTable, of name: RelationName?) async throws -> TableView {
        if let record = root as? RecordTableDelegate {
            try await record.load(isWhole: false)
        } else {
            try await root.load()
        }
        let tableView = TableView(root: root)
        // The language of the values is unknown. The table uses the text direction of its reader.
        tableView.language = nil
        tableView.hosting.announcesChanges = false
        if !(root is RelationTableDelegate) { tableView.hosting.updateHandler = { _ in try await root.load() } }
        if let record = root as? RecordTableDelegate {
            tableView.hosting.recordHandler = { [weak record] in try await record?.load(isWhole: false) }
        }
        var relation: Relation?
        if let name { relation = try await self.relation(name, readWithin: nil) }
        follow(root, of: relation)
        return tableView
    }

    package func listItems(isLong: Bool) async throws -> (items: [ListItem], size: Int?) {
        let end = ContinuousClock.now + .milliseconds(200)
        let (indexes, size) = try await inventory()
        var items: [ListItem] = []
        for relation in try await relations() {
            var item = relation.listItem
            if rules == nil { item.indexes = indexes[relation.name] ?? "" }
            // The estimate of a small table can be far off, and a view has none.
            if (item.count ?? 0) <= 10_000, ContinuousClock.now < end {
                let reader = try RelationReader(relation, of: self)
                // A view can fail, such as one whose tables the role may not read. Its own page says why.
                let found = try? await reader.quickCount()
                if let found, found.accuracy == .exact { item.count = found.count }
            }
            items.append(item)
        }
        return (items, size)
    }

    // MARK: - Rows

    /// Runs a body with a relation, and once more if its description of a moment ago is wrong by now.
    private func describing<Result>(
        _ name: RelationName, _ body: (Relation) async throws -> Result
    ) async throws -> Result {
        do { return try await body(relation(name, readWithin: nil)) } catch  where isOfOldDescription(error) {
            return try await body(relation(name, readWithin: .zero))
        }
    }

    package func record(ofRow key: String, in name: RelationName, isWhole: Bool) async throws -> DatabaseRecord {
        try await describing(name) { relation in
            let reader = try RelationReader(relation, of: self)
            let page = try await reader.page(.from(key), limit: 1)
            guard page.batch.count == 1, page.batch.identifier(at: 0).map(key.isExactly) == true else {
                throw reader.noSuchRow(key)
            }
            let columns = relation.columns.enumerated().map { index, column in
                DatabaseRecord.Column(name: column.name, type: column.type, value: page.batch.value(at: 0, index))
            }
            var record = DatabaseRecord(tableName: relation.title, columns: columns)
            record.labelColumns = relation.labelColumns(besides: relation.key, self)
            guard isWhole else { return record }
            try await addLinks(to: &record, of: relation)
            record.referrers = try await referrers(of: record, in: relation)
            if keepsHistory { record.past = try await past(ofRow: key, of: relation.title, at: nil) }
            record.past.keep(relation.columns.map(\.name), by: rules)
            if onlyTable == nil, rules == nil { record.linkHistory(ofRow: key) }
            return record
        }
    }

    package func past(ofRow key: String, in name: RelationName, at time: String) async throws -> PastOfRow {
        let relation = try await relation(name, readWithin: nil)
        // A row that does not exist for the visitor has no past.
        if rules != nil { _ = try await record(ofRow: key, in: name, isWhole: false) }
        // The changes of an earlier row of the same key end where the latest ones begin.
        var past = try await past(ofRow: key, of: relation.title, at: rules == nil ? time : nil)
        past.keep(relation.columns.map(\.name), by: rules)
        return (relation.title, past, try await beginningOfHistory(), relation.columns.map { ($0.name, $0.type) })
    }

    package func longValue(
        ofColumn column: String, ofRow key: String, in name: RelationName
    ) async throws -> LongValue? {
        try await RelationReader(relation(name, readWithin: nil), of: self).longValue(ofColumn: column, ofRowNamed: key)
    }

    package func editing(
        of record: DatabaseRecord, ofRow key: String, in name: RelationName
    ) async throws -> TableEditing? {
        try await editing(of: relation(name, readWithin: nil), record: key)
    }

    package func neighbours(
        ofRow key: String, in query: TableQuery, of name: RelationName
    ) async throws -> RowNeighbours {
        var limits = limits
        limits.queryTimeout = limits.countTimeout * 50
        let relation = try await relation(name, readWithin: nil).extended(for: query, self)
        let reader = try RelationReader(relation, query, of: self, limits: limits)
        guard reader.readsByKey else { return RowNeighbours() }
        return RowNeighbours(
            previous: try await reader.page(.before(key), limit: 1).batch.firstIdentifier,
            next: try await reader.page(.after(key), limit: 1).batch.firstIdentifier)
    }

    // MARK: - References

    /// Adds the links to the rows that a row refers to.
    private func addLinks(to record: inout DatabaseRecord, of relation: Relation) async throws {
        let keys = record.keys(of: relation.foreignKeys.map(\.columns))
        let references = RelationReferences(driver: self, relation: relation, folder: "../../")
        record.add(try await references.links(for: keys.map(\.key)), of: keys)
    }

    /// Returns the relations that refer to a row, with the numbers of their rows, as far as they are counted in time.
    private func referrers(
        of record: DatabaseRecord, in relation: Relation
    ) async throws -> [DatabaseRecord.Referrer] {
        guard showsAllTables else { return [] }
        let keys = try await foreignKeys(to: relation)
        let others = try await relations(named: Set(keys.map(\.table)))
        var referrers: [(DatabaseRecord.Referrer, other: Relation, conditions: [(TableQuery.Filter, SQLColumn)])] = []
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
                (.init((other.title, other.segment), where: values, count: nil), other, conditions))
        }
        func counting(_ places: some Sequence<Int>) -> SQLStatement {
            var builder = SQLConditionBuilder(dialect)
            let counts = places.map { place in
                let source = builder.source(of: referrers[place].other)
                let conditions = referrers[place].conditions.map { builder.condition($0, on: $1) }
                return "SELECT \(place) AS n, count(*) FROM \(source) WHERE \(conditions.joined(separator: " AND "))"
            }
            return SQLStatement(counts.joined(separator: " UNION ALL "), builder.arguments)
        }
        guard !referrers.isEmpty else { return [] }
        let quick = await quickCounts(counting(referrers.indices), referrers.count)
        if !quick.isEmpty, let found = try? await run(counting(quick), within: limits.countTimeout * 5) {
            for row in 0..<found.rowCount {
                if let place = found.integer(row, 0) { referrers[place].0.count = found.integer(row, 1) }
            }
        }
        return referrers.map(\.0).filter { $0.count != 0 || rules?.showsRows(of: $0.table, below: record) == true }
    }
}
