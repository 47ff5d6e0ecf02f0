public import CascadingTable

extension SQLiteDatabase {
    /// How a database is read and shown.
    public struct Configuration: Sendable {
        /// Where tables and rows are mounted, which decides the links between them.
        public var paths = SQLitePaths.everyTable
        /// How high a row of a table is.
        public var rowHeight = Height.automatic
        /// How long reading one page or one row may take, and how long a lock of another program is waited for.
        public var queryTimeout = Duration.seconds(10)
        /// How long the first page of a table or query waits for the number of its rows. If counting takes longer, it goes on
        /// beside, and pages say "more than 1,000" until it is done.
        public var countTimeout = Duration.milliseconds(20)
        /// How long counting a table's rows and finding its anchors may take.
        public var openingTimeout = Duration.seconds(120)
        /// How long counting the rows of all tables of the list may take; those not counted by then show no count.
        public var listTimeout = Duration.seconds(2)
        /// The most connections kept open while nobody reads.
        public var maxIdleConnections = 4
        /// The maximum number of pages whose rows are cached, for each table.
        public var maxCachedWindows = 16
        /// The maximum number of bytes of cached rows, for each table, and as many for its sorted and filtered pages. The
        /// latest page is cached whatever its size.
        public var maxCachedBytes = 4 << 20
        /// The maximum number of bytes of a text or blob, at least 4,096. Only the beginning of a longer value is read, and
        /// marked as such.
        public var maxValueBytes = 256 << 10
        /// The most sections a table is grouped in.
        public var sectionLimit = 10_000

        public init() {}
    }
}
