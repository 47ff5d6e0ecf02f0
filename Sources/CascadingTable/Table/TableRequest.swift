import OrderedCollections

/// Who asks for a table, and with which parameters.
public struct TableRequest: Sendable {
    /// What is remembered of the visitor; nil where that is nothing, and need not be kept where it becomes something.
    public var session: TableSession?
    /// The query's names and values in order, as they were sent.
    public var query: [(name: String, value: String)]

    public var traits: TableViewTraits

    public init(
        session: TableSession? = nil, query: [(name: String, value: String)] = [],
        traits: TableViewTraits = TableViewTraits()
    ) {
        self.session = session
        self.query = query
        self.traits = traits
    }

    /// Whether the page is asked for in edit mode or out of it; nil to leave that to the session.
    var isEditing: Bool? { query.last { $0.name == "_edit" }.map { $0.value == "1" } }

    /// The most rows that are expanded on a page.
    public static let maxExpandedRows = 100

    /// The names of the rows that are expanded on the page, each once.
    var expandedRows: OrderedSet<String> {
        guard !query.isEmpty else { return [] }
        return OrderedSet(query.lazy.filter { $0.name == "_expanded" }.prefix(Self.maxExpandedRows).map(\.value))
    }

    /// What a delegate read of the request, so that an answer made from it is not given to another.
    public struct Reads: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let session = Reads(rawValue: 1 << 0)
        public static let query = Reads(rawValue: 1 << 1)
        public static let traits = Reads(rawValue: 1 << 2)
    }
}

/// The request a table is answering, and what has come of it.
///
/// An object, so that what is asked for each row is read without a look at who else may be changing the rest.
@TableActor
@usableFromInline
final class TableRequestContext {
    let request: TableRequest
    /// What is remembered of the visitor; nil while that is nothing.
    private(set) var knownSession: TableSession?
    /// Only set as a whole, as what else is read for each page: then no check is needed that nobody changes it meanwhile.
    var expandedRows: OrderedSet<String>
    /// Whether the visitor expanded or collapsed a row.
    var hasExpanded = false
    /// The parts of the request that delegates read.
    var reads: TableRequest.Reads = []
    var location: String?
    /// The arrangement that was made for it alone.
    var arrangement: QueryResult?
    /// Why what the visitor does is refused.
    var refusal: (any Error)?
    /// Whether somebody asks, rather than the program that holds the table.
    let isRequest: Bool
    /// Whether something is undone in it, so that what is registered does it again.
    var isRedo = false
    /// Loads that the data source needs before the request can be answered.
    var needed: [TablePrefetch] = []
    /// Whether the request does these loads and asks everything again.
    var canLoad = false
    /// How to take back what was done for it so far.
    var undos: [(title: LocalizedMessage, handler: TableView.UndoHandler)] = []

    /// - Parameter request: nil for the program that holds the table.
    init(_ request: TableRequest? = nil) {
        isRequest = request != nil
        self.request = request ?? TableRequest()
        knownSession = request?.session
        expandedRows = self.request.expandedRows
    }

    /// What is remembered of the visitor, to be changed. Of one of whom nothing is, it is made here.
    var session: TableSession {
        if let knownSession { return knownSession }
        let session = TableSession()
        knownSession = session
        return session
    }

    func register(_ title: LocalizedMessage, _ handler: @escaping TableView.UndoHandler) {
        // Taken out, changed and put back: what is changed in place is looked up among all that is being changed.
        var undos = undos
        self.undos = []
        undos.append((title, handler))
        self.undos = undos
    }

    func note(_ read: TableRequest.Reads) { reads.formUnion(read) }
}
