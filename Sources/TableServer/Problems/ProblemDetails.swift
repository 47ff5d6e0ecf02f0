import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

/// A refusal as a problem document (RFC 9457): a status, a sentence, and what it is about.
struct ProblemDetails: Error, Sendable {
    var status: HTTPResponse.Status
    /// A sentence for the person who reads it.
    var detail: LocalizedMessage
    /// The single things that are wrong, where there are several.
    var errors: [String] = []
    /// What is wrong with values of fields, each by its place in the body (RFC 6901); these are the errors then.
    var issues: [Issue] = []
    /// Where the row that was asked for is now.
    var location: RowReference?
    var headers: HTTPFields = [:]
    /// What came of the actions before the one that failed, as JSON.
    var results: [UInt8]?
    /// The page to go back to, where there is one.
    var way: String?
    /// The language of that page.
    var language: Language?

    struct Issue: Sendable {
        var pointer: String
        var detail: LocalizedMessage
    }

    init(
        _ status: HTTPResponse.Status, _ detail: LocalizedMessage, errors: [String] = [], location: RowReference? = nil,
        headers: HTTPFields = [:]
    ) {
        self.status = status
        self.detail = detail
        self.errors = errors
        self.location = location
        self.headers = headers
    }

    /// Any error as a problem; one that is none of ours says nothing of itself to the client.
    init(_ error: any Error) {
        switch error {
        case let problem as ProblemDetails: self = problem
        case let failure as ActionError:
            self.init(failure.cause)
            way = failure.returnURL
            language = failure.language
        case let failure as BatchError:
            self.init(failure.cause)
            issues = issues.map { Issue(pointer: "/gestures/\(failure.index)\($0.pointer)", detail: $0.detail) }
            if errors.isEmpty { errors = ["gestures[\(failure.index)]"] }
            headers.append(contentsOf: failure.headers)
            results = failure.results
        case let error as HTTPError: self.init(error.status, error.message, headers: error.headers)
        case is TableLoadNeeded: self = .changesTooFast
        case let error as any TableUnavailableError where error.isMissing: self.init(.notFound, error.message)
        case let error as any TableUnavailableError: self = .unavailable(error.message)
        case let error as TableViewError where error.code == .busy: self = .unavailable(error.message)
        case let error as TableViewError: self.init(Self.status(of: error.code), error.message)
        case let error as TableViewValidationError:
            self = ProblemDetails(.unprocessableContent, "Some values are not accepted.")
            issues = error.issues.map { Issue(pointer: "/\(Self.escaped($0.field))", detail: $0.message) }
        case let error as StorageError: self.init(Self.status(of: error.code), error.message)
        case is CancellationError:
            self = ProblemDetails(.serviceUnavailable, "The server is stopping. Try again in a moment.")
        default:
            self = ProblemDetails(.internalServerError, "Something went wrong on the server. Its log has the details.")
        }
    }

    static var changesTooFast: ProblemDetails {
        .unavailable("The table changes faster than it can be read. Try again.")
    }

    static var loadingTooLong: ProblemDetails {
        .unavailable("The rows took too long to load. Try again, or ask for fewer rows.")
    }

    /// A refusal that is over soon.
    private static func unavailable(_ detail: LocalizedMessage) -> ProblemDetails {
        ProblemDetails(.serviceUnavailable, detail, headers: [.retryAfter: "5"])
    }

    /// A name as a part of a JSON pointer.
    private static func escaped(_ name: String) -> String {
        name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    private static func status(of code: TableViewError.Code) -> HTTPResponse.Status {
        switch code {
        case .noSuchRow, .noSuchSection, .noSuchAction, .noSuchUndo: .notFound
        case .notQueryable, .noSuchColumn: .badRequest
        case .busy: .serviceUnavailable
        case .notHighlightable, .notEditable, .notMovable, .notDroppable, .notTappable, .notFocusable, .notDraggable,
            .disabled, .singleSelection:
            .forbidden
        default: .conflict
        }
    }

    private static func status(of code: StorageError.Code) -> HTTPResponse.Status {
        switch code {
        case .indexPathOutOfRange, .sectionOutOfRange, .itemNotFound: .notFound
        default: .conflict
        }
    }
}
