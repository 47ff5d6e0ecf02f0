import Bytes
import CascadingTable
import TableDatabase

extension PostgresReader {
    /// The maximum number of groups in a result, which is in memory as a whole.
    private static let maxGroups = 1_000_000

    /// Passes the groups of a request to a collector.
    ///
    /// - Returns: The collector with all groups; nil if that takes too long, or if there are too many.
    /// - Throws: `TableViewError` with `notQueryable` for columns that cannot be grouped so; ``PostgresError``.
    func collect<Collector: GroupCollector>(
        _ request: GroupRequest, into collector: Collector
    ) async throws -> Collector? {
        for key in request.grouping.keys {
            if let column = relation.columns.first(where: { $0.name.isExactly(key.column) }),
                column.typeNumber == PostgresType.bytes
            {
                throw TableViewError.noGroups(ofColumn: key.column)
            }
        }
        var limited = request
        limited.limit = request.limit ?? Self.maxGroups + 1
        let groups = try SQLGroups(
            limited, relation.sqlColumns, .postgreSQL, from: relation.source,
            where: SQLCondition(sql: all.condition, arguments: all.arguments))
        var time = request.grouping.isComplete ? limits.completeGroupingTimeout : limits.groupingTimeout
        if request.rowLimit != nil { time = limits.queryTimeout }
        let result: PostgresResult
        do { result = try await run(PostgresStatement(groups.sql, groups.arguments), time) } catch let error
            as PostgresError where error.isTimeout
        { return nil }
        guard result.rowCount <= Self.maxGroups else { return nil }
        return try collected(result, request.grouping.keys, into: collector)
    }

    private func collected<Collector: GroupCollector>(
        _ result: PostgresResult, _ keys: [TableQuery.Grouping.Key], into collector: Collector
    ) throws -> Collector {
        var collector = collector
        for row in 0..<result.rowCount {
            var group = values(row, of: result)
            for (place, key) in keys.enumerated() {
                if let bin = key.bin, case .text(let text) = group[place] { group[place] = bin.beginning(of: text) }
            }
            try collector.add(group)
        }
        return collector
    }
}

extension PostgresRowsDelegate: GroupingDataSource {
    var showsStoredValues: Bool { true }

    func tableView<Collector: GroupCollector>(
        _ tableView: TableView, collect request: GroupRequest, into collector: Collector
    ) async throws -> Collector? {
        try await self.reader(answering: request.query.ofGroupedRows).collect(request, into: collector)
    }
}
