import LocalizedMessages
import OrderedCollections

/// A request for a table: the visitor with a session, the query parameters and the language.
public struct TableRequest: Sendable {
    /// The session of the visitor; nil if nothing is stored for the visitor.
    ///
    /// A session that is made during such a request is discarded afterwards.
    public var session: TableSession?
    /// The names and values of the query parameters, in the order in which they were sent.
    public var query: [(name: String, value: String)]

    /// The language of the page around the table.
    public var traits: TableViewTraits

    /// The user that the server has identified; nil for an anonymous visitor.
    public var user: (any Sendable)?

    /// The values that the visitor has entered in questions, by the names of their parameters.
    package var values: [String: String] = [:]

    /// The columns that the response shows.
    package var columns = ColumnChoice()

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - session: The session of the visitor; nil if nothing is stored.
    ///   - query: The query parameters, in order.
    ///   - traits: The language of the page around the table.
    ///   - user: The user that the server has identified; nil for an anonymous visitor.
    public init(
        session: TableSession? = nil, query: [(name: String, value: String)] = [],
        traits: TableViewTraits = TableViewTraits(), user: (any Sendable)? = nil
    ) {
        self.session = session
        self.query = query
        self.traits = traits
        self.user = user
    }

    /// The value of the parameter `_edit`; nil if the session decides.
    var isEditing: Bool? { query.last { $0.name == "_edit" }.map { $0.value == "1" } }

    /// The answers to the questions of an action, in order (`_answer`).
    var answers: [String] { query.filter { $0.name == "_answer" }.map(\.value) }

    /// The maximum number of rows that can be expanded on a page.
    public static let maxExpandedRows = 100

    /// The identifiers of the rows that are expanded on the page, without duplicates.
    var expandedRows: OrderedSet<String> {
        guard !query.isEmpty else { return [] }
        return OrderedSet(query.lazy.filter { $0.name == "_expanded" }.prefix(Self.maxExpandedRows).map(\.value))
    }

    /// The parts of a request that delegates read. An answer that depends on a part is not cached for other requests.
    package struct Reads: OptionSet, Sendable, Hashable {
        /// The parts as bits.
        package let rawValue: Int
        /// Creates a set of parts from its bits.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The session of the visitor: selection, edit mode, focus.
        package static let session = Reads(rawValue: 1 << 0)
        /// The query parameters.
        package static let query = Reads(rawValue: 1 << 1)
        /// The language and writing direction.
        package static let traits = Reads(rawValue: 1 << 2)
        /// The visitor, known by an account or a session.
        package static let visitor = Reads(rawValue: 1 << 3)

        /// A Boolean value that indicates whether the answer belongs to one visitor.
        package var isPersonal: Bool { !isDisjoint(with: [.session, .visitor]) }
    }
}

/// The request that a table is answering, and the state that belongs to it.
///
/// It is an object, so that reading one property per row needs no exclusivity check of the others.
@TableActor
final class TableRequestContext {
    let request: TableRequest
    /// The session of the visitor; nil as long as nothing is stored for the visitor.
    private(set) var knownSession: TableSession?
    /// The files that the visitor chose in a form, by field name.
    var files: [String: TableViewFile] = [:]
    /// The identifiers of the expanded rows. It is only replaced as a whole, which saves exclusivity checks at run
    /// time.
    var expandedRows: OrderedSet<String>
    /// A Boolean value that indicates whether the visitor expanded or collapsed a row.
    var hasExpanded = false
    /// A Boolean value that indicates whether the action turned edit mode on or off.
    var hasSetEditing = false
    /// The parts of the request that delegates read.
    var reads: TableRequest.Reads = []
    var location: String?
    /// The query result that was made for this request alone.
    var arrangement: QueryResult?
    /// The sentence that tells the visitor what the action did.
    var message: LocalizedMessage?
    /// The identifier of the row that the action has added, if its place is not known yet.
    var created: String?
    /// The reason why the visitor's action is refused.
    var refusal: (any Error)?
    /// The number of questions that were answered so far.
    var answerCount = 0
    /// The answers of the visitor, one for each question of the action.
    private(set) lazy var answers = request.answers
    /// A Boolean value that indicates whether a visitor made the request. It is false for calls of the program itself.
    let isRequest: Bool
    /// A Boolean value that indicates whether the request undoes an action, and its own undos form a redo.
    var isRedo = false
    /// The loads that the data source needs before the request can be answered.
    var needed: [TablePrefetch] = []
    /// A Boolean value that indicates whether the request can run the loads and start again.
    var canLoad = false
    /// The work of the action that has begun to wait.
    var waiting: [Task<Void, any Error>] = []
    /// The number of changes that were announced during the request.
    var announcementCount = 0
    /// The changes of the visitor's selection that are undone if the action fails.
    var selectionChanges = SelectionChanges()
    /// The handlers that undo the actions of the request so far.
    var undos: [(title: LocalizedMessage, handler: TableView.UndoHandler, byteCount: Int, token: String?)] = []

    /// Creates the context of a request.
    ///
    /// - Parameter request: The request; nil for calls of the program itself.
    init(_ request: TableRequest? = nil) {
        isRequest = request != nil
        self.request = request ?? TableRequest()
        knownSession = request?.session
        expandedRows = self.request.expandedRows
    }

    /// The session of the visitor, to be changed. It is created if there is none.
    var session: TableSession {
        if let knownSession { return knownSession }
        let session = TableSession()
        knownSession = session
        return session
    }

    func note(_ read: TableRequest.Reads) { reads.formUnion(read) }
}
