#if MariaDB
    public import CascadingTable
    import CMariaDB
    public import LocalizedMessages
    import TableDatabase

    /// An error of MariaDB, or of the connection to it.
    public struct MariaDBError: VisitorFacingError, Hashable, CustomStringConvertible {
        /// The number of the error, as in MariaDB's list of error codes. Numbers from 2,000 to 2,999 are those of the connection.
        public var number: Int
        /// The reason in the words of MariaDB, for logs. It has no passwords.
        public var reason: String

        init(_ number: UInt32, reason: String) { (self.number, self.reason) = (Int(number), reason) }

        /// Creates the latest error of a connection.
        init(_ connection: UnsafeMutablePointer<MYSQL>) {
            self.init(mysql_errno(connection), reason: String(cString: mysql_error(connection)))
        }

        static let lost = MariaDBError(2_006, reason: "the connection was lost")
        static let tookTooLong = MariaDBError(1_969, reason: "the statement took too long")

        /// The reason and the number.
        public var description: String { "\(reason) (\(number))" }

        /// The text that visitors see. It names no server.
        public var message: LocalizedMessage {
            switch number {
            case _ where isTimeout: "Reading the database took too long. Try again, or ask for fewer rows."
            case 1_040, 1_203, 1_205, 1_226: "The database is busy. Try again in a few seconds."
            case _ where isOfConnection: "The database cannot be reached. Try again in a few seconds."
            case 1_213: "Another program changed the database meanwhile. Try again."
            case _ where isRefusal: "The database refuses the server. Its address or password is wrong."
            case 1_142, 1_143, 1_227, 1_370: "The database does not allow this."
            case 1_290, 1_792, 1_836: "The database is read-only."
            case 1_146: "The table does not exist in the database."
            case 1_054: "The column does not exist in the database."
            default: "The database could not be read: \(reason)."
            }
        }

        /// The meaning of the error for the visitor.
        public var kind: TableViewError.Kind {
            switch number {
            case _ where isTimeout || isOfConnection, 1_040, 1_203, 1_205, 1_213, 1_226: .unavailable
            case 1_142, 1_143, 1_227, 1_370, 1_290, 1_792, 1_836: .forbidden
            case 1_146: .notFound
            case 1_054: .invalid
            default: .failed
            }
        }

        /// A Boolean value that indicates whether the server refused a connection and would refuse the next one too.
        var isRefusal: Bool { [1_044, 1_045, 1_049, 1_129, 1_130, 1_251, 1_524, 1_698].contains(number) }

        /// A Boolean value that indicates whether the connection was lost, for example because the server stops.
        var isOfConnection: Bool { 2_000..<3_000 ~= number || [1_053, 1_077, 1_317, 1_927].contains(number) }

        /// A Boolean value that indicates whether a relation is no longer as it was described.
        var isOfOldDescription: Bool { [1_054, 1_146, 1_356].contains(number) }

        /// A Boolean value that indicates whether a statement is at fault, and would fail again.
        var isOfStatement: Bool { kind != .unavailable && !isRefusal }

        /// A Boolean value that indicates whether a statement was stopped, because it took too long.
        var isTimeout: Bool { [1_969, 3_024].contains(number) }
    }

    extension MariaDBError: TableDatabaseError {
        package var isLasting: Bool { kind == .notFound || isRefusal }
    }
#endif
