import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import LocalizedMessages
import TableRendering

/// An error response (RFC 9457): a status, a sentence and details.
struct ProblemDetails: Error, Sendable {
    var status: HTTPResponse.Status
    /// The sentence that explains the error to a person.
    var detail: LocalizedMessage
    /// The invalid parts of the request, such as `_size=0`.
    var errors: [String] = []
    /// The invalid values of a form, each by its JSON pointer (RFC 6901). They replace ``errors`` in the document.
    var issues: [Issue] = []
    /// The values that are not what the client saw, as a JSON array; nil for none.
    var conflicts: [UInt8]?
    /// The question that must be answered first; nil for none.
    var question: TableViewQuestion?
    /// The current place of the requested row.
    var location: RowReference?
    /// The additional headers of the response.
    var headers: HTTPFields = [:]
    /// The results of the actions before the failed one, as JSON.
    var results: [UInt8]?
    /// The address of the page to return to; nil for the first page.
    var returnURL: String?
    /// The address of the form that puts the missing row back; nil for none.
    var restoreURL: String?
    /// The language of that page.
    var language: Language?
    /// The pages above the error, the last one the table in which it happened; empty if that is unknown.
    var breadcrumbs: [TableLink] = []
    /// The form of the table in which the error happened, so that its values can be changed; nil for none.
    var parameters: TableParameters?
    /// The filter form of the table, if one of its values is invalid.
    var filters: FilterForm?

    /// An invalid value of a form.
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

    /// Creates the problem of any error. Errors of other modules become status 500 without details.
    init(_ error: any Error) {
        switch error {
        case let problem as ProblemDetails: self = problem
        case let failure as TableParametersError:
            self.init(failure.cause)
            parameters = failure.parameters
            breadcrumbs = failure.breadcrumbs
        case let failure as ActionError:
            self.init(failure.cause)
            returnURL = failure.returnURL
            language = failure.language
        case let failure as BatchError:
            self.init(failure.cause)
            issues = issues.map { Issue(pointer: "/gestures/\(failure.index)\($0.pointer)", detail: $0.detail) }
            if errors.isEmpty { errors = ["gestures[\(failure.index)]"] }
            headers.append(contentsOf: failure.headers)
            results = failure.results
        case let error as RowEditError: self.init(error, isList: false)
        case let question as TableViewQuestion:
            let sentences = [question.title, question.message ?? ""].filter { !$0.isEmpty }
            self.init(.conflict, LocalizedMessage(verbatim: sentences.joined(separator: " ")))
            self.question = question
        case is OtherRequestError: self = .otherRequest
        case let error as HTTPError: self.init(error.status, error.message, headers: error.headers)
        case is TableLoadNeeded: self = .changesTooFast
        case let error as any VisitorFacingError where error.kind == .unavailable: self = .unavailable(error.message)
        case let error as any VisitorFacingError:
            self.init(Self.status(of: error.kind), error.message)
            if let name = (error as? TableViewError)?.filterName { errors = [name] }
        case let error as TableViewValidationError:
            self =
                error.isConflict
                ? ProblemDetails(.conflict, "Nothing was changed, because somebody changed the same values since.")
                : ProblemDetails(.unprocessableContent, "Some values are not accepted.")
            issues = error.issues.map { Issue(pointer: "/\(Self.escaped($0.field))", detail: $0.message) }
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

    /// The error of an action that takes longer than its limit.
    static var actionTooLong: ProblemDetails {
        .unavailable("The action took too long. It may still be carried out. Reload the table before you try again.")
    }

    /// The error of a request whose `Idempotency-Key` belongs to another one.
    static var otherRequest: ProblemDetails {
        ProblemDetails(
            .unprocessableContent, "This Idempotency-Key was used for a different request. Use a new key.")
    }

    /// The error of a request with an `Idempotency-Key` while too many of them are in progress.
    static var tooManyActions: ProblemDetails {
        .unavailable("Too many requests with an Idempotency-Key are running. Try again.")
    }

    /// Returns a problem with status 503 that asks the client to try again after 5 seconds.
    private static func unavailable(_ detail: LocalizedMessage) -> ProblemDetails {
        ProblemDetails(.serviceUnavailable, detail, headers: [.retryAfter: "5"])
    }

    /// Escapes a field name for a JSON pointer.
    static func escaped(_ name: String) -> String {
        name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    private static func status(of kind: TableViewError.Kind) -> HTTPResponse.Status {
        switch kind {
        case .invalid: .badRequest
        case .notFound: .notFound
        case .forbidden: .forbidden
        case .conflict: .conflict
        case .unavailable: .serviceUnavailable
        case .failed: .internalServerError
        }
    }
}

extension ProblemDetails {
    /// Returns the problem as JSON (RFC 9457), with the additional keys `ok`, `errors`, `results` and `location`.
    ///
    /// `errors` contains strings, or for a form's values objects: `{"pointer":"/name","detail":"…"}`.
    ///
    /// - Parameter instance: The path of the request.
    func document(instance: String?) -> [UInt8] {
        let errors: [JSON] =
            issues.isEmpty
            ? self.errors.map { "\($0)" }
            : issues.map { #"{"pointer":\#($0.pointer),"detail":\#($0.detail.description)}"# }
        var more: JSON? = errors.isEmpty ? nil : #","errors":\#(errors)"#
        if let conflicts { more = #"\#(more),"conflicts":\#(raw: conflicts)"# }
        if let question { more = #"\#(more),"question":\#(question.json((language ?? .english).words))"# }
        if let results { more = #"\#(more),"results":\#(raw: results)"# }
        if let location { more = #"\#(more),"location":\#(location.json())"# }
        let instance: JSON? = instance.map { #","instance":\#($0)"# }
        let json: JSON = #"""
            {"type":"about:blank","title":\#(status.reasonPhrase),"status":\#(status.code),\#
            "detail":\#(detail.description)\#(instance),"ok":false\#(more)}

            """#
        return json.bytes
    }

    /// Returns the values of an error page.
    func templateValues(_ words: Words) -> TemplateValues {
        .error(
            words: words, status: status.code, title: status.reasonPhrase, detail: detail, errors: errors,
            breadcrumbs: breadcrumbs, returnURL: restoreURL ?? returnURL ?? breadcrumbs.last?.url ?? "/",
            returnTitle: (restoreURL != nil
                ? words[.putBack] : words[returnURL == nil && breadcrumbs.isEmpty ? .toStartPage : .backToTable])
                .description,
            parameters: parameters, filters: filters)
    }
}

extension LocalizedMessage {
    /// The message about a parameter that the server does not know at that address.
    static func unknownParameter(_ name: String, among names: [String]) -> LocalizedMessage {
        let list = names.joined(separator: ", ")
        guard let nearest = names.nearest(to: name) else {
            return "Unknown parameter \"\(name)\". Use one of: \(list)."
        }
        return "Unknown parameter \"\(name)\". Did you mean \"\(nearest)\"? Use one of: \(list)."
    }

    /// The message about a comparison that filters do not have.
    static func unknownOperator(_ name: String) -> LocalizedMessage {
        let names = TableQuery.Operator.allCases.map(\.rawValue)
        let list = names.joined(separator: ", ")
        guard let nearest = names.nearest(to: name) else {
            return "Unknown operator \"\(name)\". Use one of: \(list)."
        }
        return "Unknown operator \"\(name)\". Did you mean \"\(nearest)\"? Use one of: \(list)."
    }
}

extension TableViewQuestion {
    /// Returns the question as JSON. The last choice cancels, and has no answer.
    fileprivate func json(_ words: Words) -> JSON {
        let cancel: JSON = #"{"title":\#(words[.cancel]),"style":"cancel"}"#
        let items: [JSON] = zip(choices, answers).map { choice, answer in
            let style = choice.isDestructive ? "destructive" : "default"
            return #"{"title":\#(choice.title),"style":\#(style),"answer":\#(answer)}"#
        }
        let text: JSON = message.map { "\($0)" } ?? "null"
        guard !fields.isEmpty else {
            return #"{"title":\#(title),"message":\#(text),"choices":\#(items + [cancel])}"#
        }
        let inputs: [JSON] = zip(fields, valueNames).map { field, name in
            let issue = issues.first { $0.field == field.name }
            let error: JSON = issue.map { "\(words.text(of: $0.message))" } ?? "null"
            let value = field.kind == .password ? "" : field.value
            return
                #"{"name":\#(name),"label":\#(field.label),"kind":\#(field.kind.name),"value":\#(value),"required":\#(field.isRequired),"error":\#(error)}"#
        }
        return #"{"title":\#(title),"message":\#(text),"fields":\#(inputs),"choices":\#(items + [cancel])}"#
    }
}
