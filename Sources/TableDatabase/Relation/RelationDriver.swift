package import CascadingTable

/// A database as the shared delegates see it: its relations, its connection, and what it knows about its work. All pages
/// of a database are made from these.
package protocol RelationDriver: RelationalDatabase, RelationCatalog where Place == RelationName {
    /// The limits of reads.
    var limits: RelationLimits { get }
    /// The name of the only table, which is mounted at the root; nil for all tables.
    var onlyTable: String? { get }

    // MARK: Relations

    /// The relations that were read a moment ago.
    var known: KnownRelations { get }
    /// Reads relations, except those that may not be read.
    ///
    /// - Parameter names: The names; nil for all, in the order of the list.
    func readRelations(_ names: [RelationName]?) async throws -> [Relation]
    /// Returns the error for a relation that is not there. Its kind is `notFound`.
    func noSuchRelation(_ name: RelationName) -> any VisitorFacingError
    /// Returns the relation of a statement's rows.
    func relation(of statement: SQLStatement) async throws -> Relation
    /// Returns the names of the columns that name the rows of a table for people, as the configuration has them; nil for none.
    func labels(of table: String) -> [String]?
    /// Returns the columns of the indexes besides the primary key, by relation, and the size of the database in bytes.
    func inventory() async throws -> (indexes: [RelationName: String], size: Int?)
    /// Remembers a table that is shown, to reload it after changes.
    @TableActor
    func follow(_ root: any LiveTable, of relation: Relation?)

    // MARK: Connection

    /// Runs a statement.
    func run(_ statement: SQLStatement, within time: Duration) async throws -> any SQLResult
    /// Runs a statement of a visitor, of which nothing stays.
    ///
    /// - Throws: `TableViewError` with `notQueryable` for a statement that the database refuses.
    func runReverted(_ statement: SQLStatement, within time: Duration) async throws -> any SQLResult
    /// Begins to read one state of the database.
    func beginSnapshot() async throws -> any RelationSnapshot

    // MARK: Plans

    /// Returns the steps in which a statement is run.
    func plan(of statement: SQLStatement, isVisitors: Bool) async throws -> [String]
    /// Returns whether the first rows of a statement are read soon, and the number of all its rows, as the database
    /// estimates it.
    func estimate(_ statement: SQLStatement, limit: Int) async throws -> (isQuick: Bool, count: Int)
    /// Returns which statements that count rows are run soon, by their numbers in the column `n` of their rows.
    ///
    /// - Parameters:
    ///   - statement: The statements, joined by `UNION ALL`.
    ///   - count: Their number.
    func quickCounts(_ statement: SQLStatement, _ count: Int) async -> [Int]

    // MARK: Errors

    /// Returns whether an error means that a relation is no longer as it was described.
    func isOfOldDescription(_ error: any Error) -> Bool
    /// Returns whether an error means that a statement took too long.
    func isTimeout(_ error: any Error) -> Bool

    // MARK: Rows

    /// Returns the means to change the rows of a relation; nil if no table of the database can be changed.
    func editing(of relation: Relation, record: String?) async throws -> TableEditing?
    /// Returns the latest changes of a row that the history has; with a time, those that tell of that time.
    func past(ofRow key: String, of table: String, at time: String?) async throws -> [PastChange]
    /// Returns the time of the first change that the history has; nil without one.
    func beginningOfHistory() async throws -> String?
    /// The statement of a page without one: what can be asked for.
    var columnsOfAllTables: String { get }
}

/// The limits of reads.
package struct RelationLimits: Sendable {
    /// The maximum time to read a page or a row.
    package var queryTimeout: Duration
    /// The maximum time to count the rows of a query for a page.
    package var countTimeout: Duration
    /// The maximum time to group all rows of a table, and to group them completely.
    package var groupingTimeout: Duration
    package var completeGroupingTimeout: Duration
    /// The maximum number of bytes of a value on a page.
    package var maxValueBytes: Int
    /// The maximum time for work on all rows: an export, or their number.
    package var longTime: Duration

    package init(
        queryTimeout: Duration, countTimeout: Duration, groupingTimeout: Duration, completeGroupingTimeout: Duration,
        maxValueBytes: Int, longTime: Duration? = nil
    ) {
        self.longTime = longTime ?? max(queryTimeout, .seconds(60))
        (self.queryTimeout, self.countTimeout, self.groupingTimeout) = (queryTimeout, countTimeout, groupingTimeout)
        (self.completeGroupingTimeout, self.maxValueBytes) = (completeGroupingTimeout, maxValueBytes)
    }
}

/// A transaction that reads one state of a database.
package protocol RelationSnapshot: Sendable {
    /// Runs a statement.
    func run(_ statement: SQLStatement, within time: Duration) async throws -> any SQLResult
    /// Returns the next rows of a statement.
    ///
    /// - Parameters:
    ///   - count: The limit of rows. There are fewer only at the end.
    ///   - statement: The statement, if its first rows are read; nil for the one before.
    func rows(_ count: Int, of statement: SQLStatement?, within time: Duration) async throws -> any SQLResult
}
