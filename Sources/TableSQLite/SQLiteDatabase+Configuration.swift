public import CascadingTable
public import TableDatabase

extension SQLiteDatabase {
    /// The settings for how a database is read and shown.
    public struct Configuration: Sendable {
        /// The name of the only table, which is mounted at the root; nil for all tables, below their list. References to rows
        /// of other tables then have no links. Default: nil.
        public var onlyTable: String?
        /// The way from a page up to the folder of a table's page, before its links to other tables.
        var linkPrefix = ""
        /// The column that groups the rows of the only table; nil for none.
        package var sectionColumn: String?
        /// The rules for a visitor; nil for none.
        package internal(set) var rules: DatabaseTables?
        /// The title of the list of tables; nil for the name of the file.
        package var title: String?
        /// The columns that name the rows of a table, by table: `["people": ["first", "last"]]`. Pages show them beside the
        /// keys that refer to its rows. The default is none: `name`, `title` or `label`, a first and a last name, or the
        /// only column beside the key.
        public var labels: [String: [String]] = [:]
        /// The tables whose rows visitors can change. The default is none, and the file is opened for reading only.
        public var editableTables = EditableTables.none
        /// The history of edited rows that the file keeps. The default is none.
        public var history: EditHistory?
        /// The height of each row of a table. The default is automatic.
        public var rowHeight = Height.automatic
        /// The maximum time to read a page or a row, and to wait for another program's lock. The default is 10 seconds.
        public var queryTimeout = Duration.seconds(10)
        /// The maximum time that a first page waits for the number of rows. The default is 20 milliseconds.
        ///
        /// Longer counts continue in the background. Until they end, pages say "more than 1,000", or fewer if finding so many
        /// rows takes ten times as long.
        public var countTimeout = Duration.milliseconds(20)
        /// The maximum time to group all rows of a table (`_group`, `_stats`, `_facet`). The default is 2 seconds.
        ///
        /// Afterwards the first 100,000 rows are grouped, and the page says so. With `_complete=1` the limit is
        /// ``openingTimeout``.
        public var groupingTimeout = Duration.seconds(2)
        /// The maximum time to open a table and to count its rows. The default is 120 seconds.
        public var openingTimeout = Duration.seconds(120)
        /// The maximum time to count the rows of all tables for the list. The default is 2 seconds.
        ///
        /// Tables that are not counted by then show no count.
        public var listTimeout = Duration.seconds(2)
        /// The maximum number of idle connections that stay open. The default is 4.
        public var maxIdleConnections = 4
        /// The maximum number of bytes of a text or blob, at least 4,096. The default is 256 KiB.
        ///
        /// Pages show only the beginning of a longer value and mark it as shortened. Exports of whole tables have the whole
        /// value.
        public var maxValueBytes = 256 << 10
        /// The maximum number of bytes of the rows of a page. The default is 4 MiB.
        ///
        /// A page with more ends early, after the row that exceeds the limit. A page has at least one row. Exports read
        /// a quarter of the limit at a time.
        public var maxPageBytes = 4 << 20
        /// The maximum number of sections of a table that is grouped by a column. The default is 10,000.
        public var sectionLimit = 10_000

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - editableTables: The tables whose rows visitors can change. Default: none.
        ///   - history: The history of edited rows that the database keeps. Default: none.
        public init(editableTables: EditableTables = .none, history: EditHistory? = nil) {
            (self.editableTables, self.history) = (editableTables, history)
        }
    }
}
