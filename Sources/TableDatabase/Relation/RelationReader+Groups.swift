import Bytes
package import CascadingTable

extension RelationReader {
    /// The maximum number of groups in a result, which is in memory as a whole.
    private static let maxGroups = 1_000_000

    package func collect<Collector: GroupCollector>(
        _ request: GroupRequest, into collector: Collector
    ) async throws -> Collector? {
        for key in request.grouping.keys {
            if relation.column(named: key.column)?.encoding == .bytes {
                throw TableViewError.noGroups(ofColumn: key.column)
            }
        }
        var limited = request
        limited.limit = request.limit ?? Self.maxGroups + 1
        let rows = try await reader(answering: request.query.ofGroupedRows)
        let groups = try SQLGroups(
            limited, relation.sqlColumns, driver.dialect, from: relation.source, where: rows.all)
        var time = request.grouping.isComplete ? limits.completeGroupingTimeout : limits.groupingTimeout
        if request.rowLimit != nil { time = limits.queryTimeout }
        let result: any SQLResult
        do { result = try await run(SQLStatement(groups.sql, groups.arguments), time) } catch
            where driver.isTimeout(error)
        { return nil }
        guard result.rowCount <= Self.maxGroups else { return nil }
        return try collected(result, request.grouping.keys, into: collector)
    }

    private func collected<Collector: GroupCollector>(
        _ result: any SQLResult, _ keys: [TableQuery.Grouping.Key], into collector: Collector
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
