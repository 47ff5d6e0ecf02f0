public import Essentials

/// An invalid answer of a data source or delegate. The table continues with the nearest valid value.
///
/// ``TableView/anomalies`` counts and lists them. With `--debug`, a page lists them.
public struct Anomaly: Sendable, Hashable, CustomStringConvertible {
    /// The kind of the anomaly.
    public var code: Code
    /// A sentence for the developer that says what was wrong and what the table did.
    public var message: String
    /// The row that the anomaly is about. Nil if it is not about a single row.
    public var indexPath: IndexPath?

    /// Creates an anomaly.
    ///
    /// - Parameters:
    ///   - code: The kind of the anomaly.
    ///   - message: A sentence for the developer.
    ///   - indexPath: The row that the anomaly is about.
    public init(_ code: Code, _ message: String, indexPath: IndexPath? = nil) {
        self.code = code
        self.message = message
        self.indexPath = indexPath
    }

    /// The code and the message, separated by a colon.
    public var description: String { "\(code.rawValue): \(message)" }

    /// The kind of an anomaly.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the kind, in JSON and in logs.
        public let rawValue: String
        /// Creates a kind of your own.
        ///
        /// - Parameter rawValue: The name of the kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A negative number of sections or rows, which counts as 0.
        public static let negativeCount = Code(rawValue: "negativeCount")
        /// More than 2^20 sections or more than 2^40 rows in a section, which counts as that limit.
        public static let excessiveCount = Code(rawValue: "excessiveCount")
        /// A negative, infinite or NaN height, which counts as `automatic`.
        public static let invalidHeight = Code(rawValue: "invalidHeight")
        /// Numbers of sections or rows after an update that do not match the update. The table is reloaded.
        public static let inconsistentUpdate = Code(rawValue: "inconsistentUpdate")
        /// An index path or section index that does not exist.
        public static let indexOutOfRange = Code(rawValue: "indexOutOfRange")
        /// A ``RowBatch`` with another number of rows than requested. The rows are asked for one by one.
        public static let incompleteBatch = Code(rawValue: "incompleteBatch")
        /// A ``RowSource`` that returned rows or numbers which contradict each other, or more rows than requested.
        public static let inconsistentRows = Code(rawValue: "inconsistentRows")
        /// Two rows of a page with the same identifier.
        public static let duplicateIdentifier = Code(rawValue: "duplicateIdentifier")
        /// A cell whose style has no template. It has the layout of the style `default`.
        public static let noCellTemplate = Code(rawValue: "noCellTemplate")
        /// A reload that a data source announced while it was asked. It makes no revision.
        public static let changeWhileAsked = Code(rawValue: "changeWhileAsked")
        /// An error of a sequence that the table follows (``TableView/follow(_:_:)``). Its further elements are missing.
        public static let failedSequence = Code(rawValue: "failedSequence")
        /// A node that was added to a second table. The first table removes it.
        public static let nodeInSeveralTables = Code(rawValue: "nodeInSeveralTables")
    }
}
