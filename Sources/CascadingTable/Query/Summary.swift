import Bytes
import Essentials

/// The groups or statistics of the rows of a table, which are rows of a table of their own.
package final class SummaryRows: CascadingBareTableDelegate, ReferringTableDataSource {
    /// The columns of the grouped rows, which filters can name.
    let queryColumns: [TableViewColumn]
    /// The number of rows that were read, if they are not all; otherwise nil.
    package let readCount: Int?
    /// A Boolean value that indicates whether no group is missing.
    package let isWhole: Bool
    private let columns: [TableViewColumn]
    /// All rows.
    package let rows: RowBatch
    /// The rows behind the figures of a cross table; nil for other groups.
    private let cross: CrossTable?
    /// The table of the grouped rows, which caches this one.
    private weak var source: TableView?

    init(
        _ rows: RowBatch, columns: [TableViewColumn], of source: TableView, readCount: Int?, isWhole: Bool,
        cross: CrossTable? = nil
    ) {
        self.cross = cross
        (self.rows, self.columns, self.source, queryColumns) = (rows, columns, source, source.queryColumns)
        (self.readCount, self.isWhole) = (readCount, isWhole)
        super.init(unnamed: ())
    }

    package override func columns(in tableView: TableView) -> [TableViewColumn] { columns }

    package override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { rows.count }

    package override func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? {
        self.rows.rows(at: rows)
    }

    package override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        rows.cell(at: indexPath.row)
    }

    package override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        rows.identifier(at: indexPath.row)
    }

    package override func tableView(
        _ tableView: TableView, indexPathForRowWithIdentifier identifier: String
    ) -> IndexPath? {
        rows.firstIndex(ofRowNamed: identifier).map { IndexPath(row: $0, section: 0) }
    }

    package override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        rows.cell(at: indexPath.row).link != nil
    }

    package override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link = rows.cell(at: indexPath.row).link { tableView.navigate(to: link) }
    }

    /// The number of columns of a cross table that are left out; 0 for other groups.
    package var leftOutColumns: Int { cross?.leftOut ?? 0 }

    /// Returns the links of a cross table's figures to their rows; nil for other columns.
    func links(ofFigures column: String, in batch: RowBatch) -> RowLinks? {
        guard let cross, let source, let query = cross.query(ofFigures: column) else { return nil }
        let links = (0..<batch.count).map { place in
            batch.identifier(at: place).flatMap { query($0) }.flatMap { source.hosting.queryAddress?($0) }
                .map { TableLink("", to: $0) }
        }
        return RowLinks(links, places: links.indices.map { Int32(clamping: $0) })
    }

    package func tableView(
        _ tableView: TableView, linksFrom column: String, for keys: [[FieldValue]]
    ) -> [TableLink?] {
        guard let source, let dataSource = source.dataSource as? any ReferringTableDataSource else { return [] }
        let outcome = Result {
            try source.asking(tableView.context.request) {
                dataSource.tableView(source, linksFrom: column, for: keys)
            }
        }
        switch outcome {
        case .success(let outcome):
            tableView.context.reads.formUnion(outcome.reads)
            return outcome.result
        case .failure(let needed as TableLoadNeeded): tableView.needs(needed.prefetch)
        case .failure: break
        }
        return []
    }
}

/// The tables with the groups of the latest queries.
@TableActor
final class SummaryCache {
    private var tables = LRUCache<TableQuery, Entry>()
    /// The maximum number of rows of all tables.
    private static let maxRows = 4 * TableQuery.Grouping.maxGroups

    private struct Entry {
        var table: TableView
        var revision: UInt64
        var time: ContinuousClock.Instant
    }

    nonisolated init() {}

    /// Returns the table of a query. Rows that change without a revision are grouped again after 3 seconds.
    func table(for query: TableQuery, of tableView: TableView) -> TableView? {
        guard let entry = tables.value(for: query), entry.revision == tableView.revision,
            tableView.hosting.announcesChanges || entry.time > .now - .seconds(3)
        else { return nil }
        return entry.table
    }

    func insert(_ table: TableView, for query: TableQuery, revision: UInt64) {
        tables.insert(
            Entry(table: table, revision: revision, time: .now), for: query, cost: table.numberOfRows + 100)
        tables.removeOldest(untilCostIsAtMost: Self.maxRows)
    }
}

extension TableView {
    /// The groups that this table shows; nil for a table of other rows.
    package var summary: SummaryRows? { dataSource as? SummaryRows }

    /// The number of rows that are grouped if grouping all of them takes too long.
    private static let maxGroupedRows = 100_000
    /// The time after which only the first rows are grouped.
    private static let groupingTime = Duration.seconds(2)
    /// The number of rows that are read at a time.
    private static let groupedRowsAtOnce = 1_000
    /// The number of rows in memory that are grouped at once, without letting other requests go first.
    private static let quicklyGroupedRows = 5_000

    /// Returns the table with the groups of a query.
    ///
    /// - Throws: ``TableLoadNeeded`` if the rows must be grouped first.
    func summary(answering query: TableQuery) throws -> TableView {
        if let table = summaries.table(for: query, of: self) { return table }
        if let table = try quickSummary(answering: query) { return table }
        throw TableLoadNeeded(
            prefetch: .awaiting { [self, request = context.request] in
                try await run(query) { try await self.makeSummary(answering: query, for: request) }
            })
    }

    /// The data source, if it groups rows itself.
    private var groupingSource: (any GroupingDataSource)? {
        (dataSource as? any GroupingDataSource).flatMap { $0.groupsRows ? $0 : nil }
    }

    /// Groups a few rows in memory. Returns nil if that takes longer.
    private func quickSummary(answering query: TableQuery) throws -> TableView? {
        guard groupingSource == nil else { return nil }
        let outer = context.reads
        context.reads = []
        defer { context.reads.formUnion(outer) }
        let rows = query.leavesOutRows ? try table(answering: query.ofGroupedRows) : self
        let request = TablePageRequest(.table, .first, size: Self.quicklyGroupedRows)
        guard rows.countAccuracy == .exact, rows.numberOfRows <= Self.quicklyGroupedRows,
            case .ready(let page) = try rows.page(request, after: nil), page.window.next == nil
        else { return nil }
        var counters = query.groupRequests.map { GroupCounter($0) }
        try add(page, of: rows, to: &counters)
        let table = try makeTable(of: counters, answering: query)
        // Groups that depend on the visitor are those of this request.
        if context.reads.isEmpty, answers.owner == nil { summaries.insert(table, for: query, revision: revision) }
        return table
    }

    private func makeSummary(
        answering query: TableQuery, for request: TableRequest
    ) async throws {
        guard summaries.table(for: query, of: self) == nil else { return }
        let start = revision
        var table: TableView?
        do {
            if let source = groupingSource { table = try await makeTable(of: source, answering: query) }
        } catch is UngroupedRowsError {}
        if table == nil {
            table = try await performing(request) {
                try await self.countedRows(of: query, for: request).map { counters, readCount in
                    try self.makeTable(of: counters, answering: query, readCount: readCount)
                }
            }.result
        }
        // If the rows have changed, they are grouped again.
        guard let table, revision == start else { return }
        summaries.insert(table, for: query, revision: start)
    }

    /// Groups rows by the data source, or its first rows if that takes too long.
    private func makeTable(
        of source: any GroupingDataSource, answering query: TableQuery
    ) async throws -> TableView {
        var rowLimit: Int?
        func collect<Collector: GroupCollector>(
            _ request: GroupRequest, into collector: Collector
        ) async throws -> Collector {
            var request = request
            if rowLimit == nil {
                if let all = try await source.tableView(self, collect: request, into: collector) { return all }
                guard !request.grouping.isComplete else { throw TableViewError.groupingTooSlow }
                rowLimit = Self.maxGroupedRows
            }
            request.rowLimit = rowLimit
            guard let first = try await source.tableView(self, collect: request, into: collector) else {
                throw TableViewError.groupingTooSlow
            }
            return first
        }
        guard let statistics = query.grouping?.statistics, !statistics.isEmpty else {
            var lists: [[[FieldValue]]] = []
            for request in query.groupRequests { lists.append(try await collect(request, into: GroupList()).groups) }
            guard let grouping = query.grouping, grouping.isAcross else {
                return try makeTable(of: lists, answering: query, readCount: rowLimit)
            }
            let columns = grouping.columns(of: queryColumns)
            // Other requests go on meanwhile.
            let cross = Task.detached { [lists] in try CrossTable(of: lists, answering: query, columns) }
            return try await makeTable(of: lists, answering: query, readCount: rowLimit, cross: cross.value)
        }
        var found: [ColumnStatistics] = []
        for request in query.groupRequests { found.append(try await collect(request, into: ColumnStatistics())) }
        return makeTable(of: found, answering: query, readCount: rowLimit)
    }

    /// Groups rows page by page, until the time is over.
    ///
    /// - Returns: The groups, and the number of rows that were read if they are not all; nil if the rows changed.
    private func countedRows(
        of query: TableQuery, for request: TableRequest
    ) async throws -> (counters: [GroupCounter], readCount: Int?)? {
        let (start, end) = (revision, ContinuousClock.now + Self.groupingTime)
        let rows =
            query.leavesOutRows ? try await loading { try $0.table(answering: query.ofGroupedRows) } : self
        var counters = query.groupRequests.map { GroupCounter($0) }
        var position = TablePageRequest.Position.first
        var load: TablePage.Load?
        var (count, loads) = (0, 0)
        while revision == start {
            let request = TablePageRequest(.table, position, size: Self.groupedRowsAtOnce)
            let reading = try await rows.loading { [load] in try $0.page(request, after: load) }
            let page: TablePage
            switch reading {
            case .ready(let ready): page = ready
            case .needed(let work):
                load = work
                guard let read = try await rows.load(work) else {
                    loads += 1
                    guard loads < Self.maxLoads else { throw TableViewError.changesTooFast }
                    continue
                }
                page = read
            }
            loads = 0
            let outcome = try rows.answering(context.request) {
                try add(page, of: rows, to: &counters)
                return page.window.lastIndexPath.map { page.reference(to: $0, in: rows) }
            }
            guard !outcome.reads.isPersonal else {
                throw TableViewError(
                    .notQueryable, "The rows of this table differ by visitor and are too many to be grouped.")
            }
            count += page.window.rowCount
            guard page.window.next != nil, let last = outcome.result else { return (counters, nil) }
            if query.grouping?.isComplete != true, count >= Self.maxGroupedRows || .now > end {
                return (counters, count)
            }
            position = .after(last)
            await Task.yield()
        }
        return nil
    }

    /// Adds the rows of a page to groups.
    private func add(_ page: TablePage, of rows: TableView, to counters: inout [GroupCounter]) throws {
        let names = queryColumns.map(\.name)
        for part in page.window.sections {
            let responder = rows.responder(inSection: part.section)
            let batch = responder.rows(at: Array(part.rows), known: page.rows[part.section])
            for (index, row) in part.rows.enumerated() {
                let cell = batch?.cell(at: index) ?? responder.row(row).cell
                func value(of column: String) -> FieldValue {
                    names.firstIndex(where: column.isExactly).map { cell.value(inColumn: column, at: $0) } ?? .null
                }
                for index in counters.indices { try counters[index].add(value) }
            }
        }
    }

    private func makeTable(
        of counters: [GroupCounter], answering query: TableQuery, readCount: Int? = nil
    ) throws -> TableView {
        guard query.grouping?.statistics.isEmpty == true else {
            var found: [ColumnStatistics] = []
            for counter in counters {
                var statistics = ColumnStatistics()
                try counter.collect(into: &statistics)
                found.append(statistics)
            }
            return makeTable(of: found, answering: query, readCount: readCount)
        }
        let lists = try counters.map { counter in
            var list = GroupList()
            try counter.collect(into: &list)
            return list.groups
        }
        return try makeTable(of: lists, answering: query, readCount: readCount)
    }

    /// - Parameters:
    ///   - lists: The groups of each request.
    ///   - cross: The cross table of the groups, if it was made before. Default: nil.
    private func makeTable(
        of lists: [[[FieldValue]]], answering query: TableQuery, readCount: Int?, cross: CrossTable? = nil
    ) throws -> TableView {
        let (groups, grouping) = (lists[0], query.grouping ?? .init(by: []))
        let queryColumns = queryColumns
        let columns = grouping.columns(of: queryColumns)
        try grouping.checkValues(groups, queryColumns)
        if grouping.isAcross {
            let cross = try cross ?? CrossTable(of: lists, answering: query, columns)
            return table(
                of: cross.batch, cross.columns, answering: query, readCount,
                isWhole: readCount == nil, cross: cross)
        }
        let keyCount = grouping.keys.count
        var rows = Array(groups.prefix(TableQuery.Grouping.maxGroups))
        let figure = grouping.aggregates.isEmpty ? keyCount : keyCount + 1
        var shown = grouping.shownFigure.map { shown in
            shown.shown(rows.map { $0[figure] }, of: rows.map { Array($0[..<keyCount]) })
        }
        if let values = shown, grouping.shownFigure?.isOfAllGroups == true {
            // Percentages are those of all groups, also of those that are left out.
            let isLeft = grouping.passingHaving(rows)
            shown = zip(values, isLeft).filter(\.1).map(\.0)
            rows = zip(rows, isLeft).filter(\.1).map(\.0)
        }
        if grouping.shownFigure != nil, groups.count > TableQuery.Grouping.maxGroups {
            throw TableViewError(
                .notQueryable, "Only figures of all groups are compared. Use filters or ranges to have fewer groups.")
        }
        let others = grouping.others(in: groups)
        var batch = RowBatch(fieldNames: columns.map(\.name), capacity: rows.count)
        for (index, group) in rows.enumerated() {
            let address = grouping.filters(ofGroup: group, besides: others).flatMap { filters in
                hosting.queryAddress?(TableQuery(filters: query.filters + filters, search: query.search))
            }
            batch.beginRow(
                identifier: FieldValue.name(ofGroup: group[..<keyCount]), to: address,
                accessory: address == nil ? .none : .disclosure, isSelectable: address != nil)
            for (key, value) in zip(grouping.keys, group) { batch.append(key.bin?.shown(value) ?? value) }
            for value in group[keyCount..<grouping.columnNames.count] { batch.append(value) }
            if let shown { batch.append(shown[index]) }
        }
        return table(
            of: batch, columns, answering: query, readCount,
            isWhole: readCount == nil && groups.count <= TableQuery.Grouping.maxGroups)
    }

    private func makeTable(
        of statistics: [ColumnStatistics], answering query: TableQuery, readCount: Int?
    ) -> TableView {
        let names = query.grouping?.statistics.map(\.wrappedValue) ?? []
        var rows = zip(names, statistics).map { [FieldValue.text($0)] + $1.values }
        for key in query.sort.reversed() {
            guard let place = ColumnStatistics.columns.firstIndex(where: { $0.name.isExactly(key.column) }) else {
                continue
            }
            rows.sort { one, other in
                let order = SortValue(one[place]).compare(SortValue(other[place]))
                return key.isAscending ? order < 0 : order > 0
            }
        }
        var batch = RowBatch(fieldNames: ColumnStatistics.columns.map(\.name), capacity: rows.count)
        for row in rows {
            let name = row[0].operand ?? ""
            var groups = query.ofGroupedRows
            groups.grouping = .init(by: [.init(name)])
            let address = hosting.queryAddress?(groups)
            batch.beginRow(
                identifier: FieldValue.name(ofGroup: row[..<1]), to: address,
                accessory: address == nil ? .none : .disclosure, isSelectable: address != nil)
            for value in row { batch.append(value) }
        }
        return table(of: batch, ColumnStatistics.columns, answering: query, readCount, isWhole: true)
    }

    private func table(
        of rows: RowBatch, _ columns: [TableViewColumn], answering query: TableQuery, _ readCount: Int?, isWhole: Bool,
        cross: CrossTable? = nil
    ) -> TableView {
        var rows = rows
        rows.finish()
        let root = SummaryRows(rows, columns: columns, of: self, readCount: readCount, isWhole: isWhole, cross: cross)
        let table = TableView(root: root, answering: query, of: self)
        // The actions of the table are for its own rows.
        (table.toolbar, table.selectionActions) = ([], [])
        (table.allowsMultipleSelection, table.allowsMultipleSelectionDuringEditing) = (false, false)
        (table.appearance.showsEditButton, table.rowHeight) = (false, .automatic)
        // A group has no page of its own.
        table.hosting.hasRecords = false
        return table
    }
}

extension TableQuery {
    /// The requests for the groups of the query, or for the values of each column with statistics.
    fileprivate var groupRequests: [GroupRequest] {
        guard let grouping else { return [] }
        guard !grouping.isAcross else { return CrossTable.requests(of: self) }
        guard !grouping.statistics.isEmpty else {
            // One group more tells that there are more.
            var all = self
            if grouping.shownFigure?.isOfAllGroups == true { all.grouping?.having = [] }
            return [
                GroupRequest(query: all, order: grouping.order(by: sort), limit: Grouping.maxGroups + 1)
            ]
        }
        return grouping.statistics.map { column in
            var values = self
            values.grouping = Grouping(by: [.init(column.wrappedValue)])
            values.grouping?.isComplete = grouping.isComplete
            return GroupRequest(query: values, order: [(0, true)])
        }
    }
}

extension TableQuery.Grouping {
    /// Refuses ranges and sums of columns that have no values for them.
    fileprivate func checkValues(_ groups: [[FieldValue]], _ columns: [TableViewColumn]) throws(TableViewError) {
        for (place, key) in keys.enumerated() {
            guard let bin = key.bin, !groups.isEmpty, groups.allSatisfy({ $0[place] == .null }),
                groups.contains(where: { $0[$0.count - keys.count + place].double ?? 0 > 0 })
            else { continue }
            if case .range = bin {
                throw TableViewError(.notQueryable, "The column \"\(key.column)\" has no numbers in these rows.")
            }
            throw TableViewError(
                .notQueryable, "The column \"\(key.column)\" has no dates such as 2026-01-31 in these rows.")
        }
        // The foot of a list without numbers has none either.
        for (index, aggregate) in aggregates.enumerated() where aggregate.function.isOfNumbers && !keys.isEmpty {
            let place = keys.count + 1 + index
            if !groups.isEmpty, groups.allSatisfy({ $0[place] == .null }),
                columns.first(where: { $0.name.isExactly(aggregate.column) })?.hasNumbers != true
            {
                throw aggregate.needsNumbers
            }
        }
    }
}

extension TableViewError {
    fileprivate static var groupingTooSlow: TableViewError {
        TableViewError(.busy, "Grouping the rows took too long. Use filters to have fewer rows.")
    }
}
