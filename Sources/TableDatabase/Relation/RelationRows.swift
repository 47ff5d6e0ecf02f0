import Bytes
package import CascadingTable
import Essentials

/// The place where the rows of a query of a relation are read.
package protocol RelationSource: Sendable {
    var query: TableQuery { get }
    /// The limits of reads.
    var limits: RelationLimits { get }
    /// The maximum time to open a table that is not a query; nil for that of a page.
    var openingTime: Duration? { get }
    /// A Boolean value that indicates whether rows have identifiers.
    var namesRows: Bool { get }
    /// The statement of the rows with its values, as a person goes on with it; nil if there is none.
    var statementText: String? { get }
    /// Returns the source of the rows of a query, with their relation; nil if the rows themselves tell.
    ///
    /// - Throws: `TableViewError` with `noSuchColumn` or `notQueryable` for a query that the columns do not allow.
    func answering(_ query: TableQuery) async throws -> (source: any RelationSource, relation: Relation?)
    /// Returns the source with the relation as the database describes it now; nil if the rows themselves tell.
    ///
    /// - Parameter age: The time since which it was described at most; nil for a moment.
    func described(within age: Duration?) async throws -> (source: any RelationSource, relation: Relation)?
    /// Runs a body with the rows.
    ///
    /// - Parameters:
    ///   - time: The maximum time; nil for that of a page.
    ///   - isLong: Whether it may take long, so that other reads go first.
    func read<Result: Sendable>(
        within time: Duration?, isLong: Bool, _ body: @escaping @Sendable (any RelationRows) async throws -> Result
    ) async throws -> Result
    /// Runs a body with the rows on this thread; returns nil if it would have to wait.
    func readShortly<Result: Sendable>(
        _ body: @escaping @Sendable (any RelationRows) async throws -> Result
    ) throws -> Result?
    /// Returns the source in the current state of the database, with whole values.
    func snapshot() async throws -> any RelationSource
    /// Keeps the current state of the rows of a query for an export.
    ///
    /// - Parameter state: The state that is shown.
    func freeze(answering query: TableQuery, knowing state: RelationState?) async throws -> FrozenRelation
    /// Returns whether an error means that the relation is no longer as it was described.
    func isOfOldDescription(_ error: any Error) -> Bool
    /// Returns whether an error means that a statement took too long.
    func isTimeout(_ error: any Error) -> Bool
}

extension RelationSource {
    package var openingTime: Duration? { nil }
    package var namesRows: Bool { true }
    package func described(within age: Duration?) async throws -> (source: any RelationSource, relation: Relation)? {
        nil
    }
    package func isOfOldDescription(_ error: any Error) -> Bool { false }
}

/// The rows of a query of a relation, in their order.
package protocol RelationRows: Sendable {
    var relation: Relation { get }
    var query: TableQuery { get }
    /// The state of the database that all rows are of; nil if each statement may see another one.
    var state: RelationState? { get }
    /// A Boolean value that indicates whether rows have keys, so that a page begins at a key.
    var readsByKey: Bool { get }

    /// Reads a page.
    ///
    /// - Throws: An error of the kind `notFound` if the row of a key is gone, unless the rows are in the order of their
    ///   keys; errors of the database.
    func page(_ place: RelationReader.Place, limit: Int) async throws -> RelationReader.Page
    /// Returns the number of rows before the row of a key, at most a limit.
    ///
    /// - Throws: An error of the kind `notFound` if the query has no such row; errors of the database.
    func rank(ofRowNamed key: String, atMost limit: Int?) async throws -> Int
    /// Counts all rows.
    func count(within time: Duration?) async throws -> Int
    /// Returns the number of rows as far as it is known in a moment.
    func quickCount() async throws -> (count: Int, accuracy: RowCountAccuracy)
    /// Returns the number of the first row that begins with a text, from a number of rows on.
    ///
    /// - Parameter name: The name of the column to compare; nil for the key, the first column and the first texts.
    /// - Returns: The number; nil if there is none, with the number of compared rows if there are more rows.
    func firstRow(beginningWith text: String, in name: String?, from start: Int) async throws -> (Int?, searched: Int?)
    /// Returns the columns of related rows that visitors can choose.
    func relatedColumns() async throws -> [TableViewColumn]
    /// Returns the rows of other relations that values of foreign keys refer to.
    func links(for keys: Set<ReferenceLinks.Key>) async throws -> [ReferenceLinks.Key: TableLink?]
    /// Returns the steps in which the database reads the first rows, and the index that would help.
    func advice() async throws -> QueryAdvice
    /// Returns the reason why no row can match the query; nil if some can.
    func refusal() async throws -> TableViewError?
    /// Passes the groups of a request to a collector.
    ///
    /// - Returns: The collector with all groups; nil if that takes too long, or if there are too many.
    /// - Throws: `TableViewError` with `notQueryable` for columns that cannot be grouped so; errors of the database.
    func collect<Collector: GroupCollector>(
        _ request: GroupRequest, into collector: Collector
    ) async throws -> Collector?

    /// Returns the sections of the rows; nil for one of all rows.
    func sections() async throws -> [RelationSection]?
    /// Returns the rows of a section.
    func rows(of section: RelationSection) throws -> any RelationRows
    /// Returns the number of the section of a row; nil if there is no such row.
    func section(ofRowNamed key: String) async throws -> Int?
}

extension RelationRows {
    package var state: RelationState? { nil }
    package func refusal() async throws -> TableViewError? { nil }
    package func sections() async throws -> [RelationSection]? { nil }
    package func rows(of section: RelationSection) throws -> any RelationRows { self }
    package func section(ofRowNamed key: String) async throws -> Int? { 0 }
}

/// A state of a database. Later ones are greater.
package struct RelationState: Sendable, Hashable, Comparable {
    /// The number of the file.
    package var file: Int
    package var version: Int64

    package init(file: Int, version: Int64) { (self.file, self.version) = (file, version) }

    package static func < (one: RelationState, other: RelationState) -> Bool {
        (one.file, one.version) < (other.file, other.version)
    }
}

/// The rows with one value of a column.
package struct RelationSection: Sendable, Hashable {
    package var column: String
    package var value: SQLValue
    package var count: Int

    package init(_ column: String, _ value: SQLValue, count: Int) {
        (self.column, self.value, self.count) = (column, value, count)
    }
}

/// The columns of a table, its sections and the number of its rows.
package struct RelationOverview: Sendable {
    package var relation: Relation
    package var state: RelationState?
    /// A Boolean value that indicates whether other states were shown before, whose pages have addresses with other numbers.
    package var hasChanged = false
    /// The sections; nil for one of all rows.
    package var sections: [RelationSection]?
    package var count = 0
    package var accuracy = RowCountAccuracy.exact
    /// The reasons why finding the rows took long; nil if it did not.
    package var advice: QueryAdvice?

    package init(_ relation: Relation) { self.relation = relation }
}

/// The rows of a query in one state of the database.
package struct FrozenRelation: Sendable {
    package var source: any RelationSource
    package var overview: RelationOverview
    /// The overview of what the table shows in that state; nil if it is known.
    package var current: RelationOverview?
    /// The rows in their order; nil if the source reads them by their number.
    var cursor: RelationCursor?

    package init(_ source: any RelationSource, _ overview: RelationOverview, current: RelationOverview? = nil) {
        (self.source, self.overview, self.current) = (source, overview, current)
    }
}

extension RelationReader: RelationRows, RelationSource {
    package var namesRows: Bool { readsByKey }

    package func answering(_ query: TableQuery) async throws -> (source: any RelationSource, relation: Relation?) {
        let reader = try await reader(answering: query)
        return (reader, reader.relation)
    }

    func reader(answering query: TableQuery) async throws -> RelationReader {
        try RelationReader(
            await relation.extended(for: query, driver), query, of: driver, limits: limits, run: run)
    }

    package func relatedColumns() async throws -> [TableViewColumn] { try await relation.offeredColumns(driver) }

    package func described(within age: Duration?) async throws -> (source: any RelationSource, relation: Relation)? {
        guard !relation.isStatement else { return nil }
        let relation = try await driver.relation(relation.name, readWithin: age).extended(for: query, driver)
        guard relation != self.relation else { return nil }
        return (try RelationReader(relation, query, of: driver, limits: limits), relation)
    }

    package func read<Result: Sendable>(
        within time: Duration?, isLong: Bool, _ body: @escaping @Sendable (any RelationRows) async throws -> Result
    ) async throws -> Result { try await body(self) }

    package func readShortly<Result: Sendable>(
        _ body: @escaping @Sendable (any RelationRows) async throws -> Result
    ) throws -> Result? { nil }

    package func freeze(answering query: TableQuery, knowing state: RelationState?) async throws -> FrozenRelation {
        let snapshot = try await driver.beginSnapshot()
        let reader = try await reader(in: snapshot).reader(answering: query)
        var frozen = FrozenRelation(reader, RelationOverview(reader.relation))
        frozen.cursor = RelationCursor(reader, in: snapshot)
        return frozen
    }

    package func snapshot() async throws -> any RelationSource { try reader(in: await driver.beginSnapshot()) }

    private func reader(in snapshot: any RelationSnapshot) throws -> RelationReader {
        var limits = limits
        (limits.maxValueBytes, limits.queryTimeout) = (.max, limits.longTime)
        return try RelationReader(
            relation, query, of: driver, limits: limits, run: { try await snapshot.run($0, within: $1) })
    }

    package func links(for keys: Set<ReferenceLinks.Key>) async throws -> [ReferenceLinks.Key: TableLink?] {
        try await RelationReferences(driver: driver, relation: relation, folder: "").links(for: keys)
    }

    package func isOfOldDescription(_ error: any Error) -> Bool { driver.isOfOldDescription(error) }
    package func isTimeout(_ error: any Error) -> Bool { driver.isTimeout(error) }
}

/// Runs a read and cancels it if it takes longer than a limit.
///
/// - Returns: Nil if it takes longer.
package func resultIfQuick<Value: Sendable>(
    within limit: Duration, isTimeout: @Sendable (any Error) -> Bool,
    _ read: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    let work = Task { try await read() }
    let clock = Task {
        try await Task.sleep(for: limit)
        work.cancel()
    }
    defer { clock.cancel() }
    do {
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    } catch {
        try Task.checkCancellation()
        if error is CancellationError || isTimeout(error) { return nil }
        throw error
    }
}
