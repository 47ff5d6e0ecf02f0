public import FoundationEssentials

/// Something a data source or delegate answered that cannot be; the table goes on with the nearest thing that can.
public struct Anomaly: Sendable, Hashable, CustomStringConvertible {
    public var code: Code
    /// A sentence for a person.
    public var message: String
    public var indexPath: IndexPath?

    public init(_ code: Code, _ message: String, indexPath: IndexPath? = nil) {
        self.code = code
        self.message = message
        self.indexPath = indexPath
    }

    public var description: String { "\(code.rawValue): \(message)" }

    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A negative number of sections or rows; counted as none.
        public static let negativeCount = Code(rawValue: "negativeCount")
        /// More than 2^20 sections, or more than 2^40 rows in one; counted as that many.
        public static let excessiveCount = Code(rawValue: "excessiveCount")
        /// A height below zero, NaN or infinite; laid out as automatic.
        public static let invalidHeight = Code(rawValue: "invalidHeight")
        /// Counts after an update that do not follow from those before it; the table was reloaded.
        public static let inconsistentUpdate = Code(rawValue: "inconsistentUpdate")
        /// A row or section that is not there.
        public static let indexOutOfRange = Code(rawValue: "indexOutOfRange")
        /// A batch that has not as many rows as were asked for; the rows were asked one by one.
        public static let incompleteBatch = Code(rawValue: "incompleteBatch")
        /// Two rows of one page with the same identifier.
        public static let duplicateIdentifier = Code(rawValue: "duplicateIdentifier")
        /// A node that was given to another table; this one does not show it any more.
        public static let nodeInSeveralTables = Code(rawValue: "nodeInSeveralTables")
    }
}
