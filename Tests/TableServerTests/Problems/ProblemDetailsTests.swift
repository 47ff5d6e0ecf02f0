import CascadingTable
import TableStorage
import HTTPTypes
import MicroHTTPD
import TableTesting
import Testing

@testable import TableServer

@Suite struct ProblemDetailsTests {
    @Test(
        arguments: [
            (.noSuchRow, .notFound), (.noSuchSection, .notFound), (.noSuchAction, .notFound),
            (.notHighlightable, .forbidden), (.notEditable, .forbidden), (.notMovable, .forbidden),
            (.notDroppable, .forbidden), (.notTappable, .forbidden), (.disabled, .forbidden),
            (.singleSelection, .forbidden),
            (.vetoed, .conflict), (.selectionLimitReached, .conflict),
            (TableViewError.Code(rawValue: "ofAnotherModule"), .conflict),
        ] as [(TableViewError.Code, HTTPResponse.Status)])
    func whatATableRefusesHasItsStatus(code: TableViewError.Code, status: HTTPResponse.Status) {
        let problem = ProblemDetails(TableViewError(code, "No."))
        #expect(problem.status == status)
        #expect(problem.detail == "No.")
    }

    @Test(
        arguments: [
            (.indexPathOutOfRange, .notFound), (.sectionOutOfRange, .notFound), (.itemNotFound, .notFound),
            (StorageError.Code(rawValue: "ofAnotherStorage"), .conflict),
        ] as [(StorageError.Code, HTTPResponse.Status)])
    func whatAStorageRefusesHasItsStatus(code: StorageError.Code, status: HTTPResponse.Status) {
        let problem = ProblemDetails(StorageError(code, "No."))
        #expect(problem.status == status)
        #expect(problem.detail == "No.")
    }

    @Test func whatTheFrontRefusesKeepsItsHeaders() {
        let problem = ProblemDetails(HTTPError(.tooManyRequests, "Slowly.", headers: [.retryAfter: "3"]))
        #expect(problem.status == .tooManyRequests)
        #expect(problem.detail == "Slowly.")
        #expect(problem.headers[.retryAfter] == "3")
    }

    private struct OutOfStock: VisitorFacingError {
        var count = 2
        var message: LocalizedMessage { "Only \(count) are left." }
    }

    private enum Rule: VisitorFacingError {
        case missing, busy, text(String)
        var kind: TableViewError.Kind {
            switch self {
            case .missing: .notFound
            case .busy: .unavailable
            case .text: .conflict
            }
        }
        var message: LocalizedMessage {
            if case .text(let text) = self { LocalizedMessage(verbatim: text) } else { "No." }
        }
    }

    @Test func `An error of your own is told, with the status of its kind`() {
        let cases: [(any VisitorFacingError, HTTPResponse.Status)] = [
            (OutOfStock(), .conflict), (Rule.missing, .notFound), (Rule.busy, .serviceUnavailable),
            (Rule.text("Pay first."), .conflict),
        ]
        for (error, status) in cases {
            let problem = ProblemDetails(error)
            #expect(problem.status == status)
            #expect(problem.detail == error.message)
        }
        #expect(ProblemDetails(Rule.busy).headers[.retryAfter] == "5")
        #expect(ProblemDetails(OutOfStock()).detail.values == ["2"])
    }

    @Test func `An error of your own is told in each place where errors become answers`() async throws {
        final class Shop: TableViewController {
            override func viewDidLoad() {
                tableView.allowsMultipleSelection = true
                tableView.refreshHandler = { _ in throw OutOfStock() }
            }
            override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
            override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {
                await Task.yield()
                throw OutOfStock()
            }
            override func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
                if tableView.query.contains(where: { $0.name == "early" }) { tableView.refuse(OutOfStock()) }
                return indexPath
            }
        }
        var server = TableServer()
        server.mount("/", Shop())
        server.mount("/none/", forEach: .path) { _ in throw OutOfStock() }
        try await server.test(.inProcess) { client in
            for answer in [
                try await client.post("/select/0/0"), try await client.post("/select/0/0?early=1"),
                try await client.post("/refresh"), try await client.get("/none/table.json"),
                try await client.post("/select/0/0", headers: [.accept: "text/html"]),
            ] {
                #expect(answer.status == 409)
                #expect(answer.text.contains("Only 2 are left."))
            }
            let listed = try await client.post("/select", form: "rows=0.0")
            #expect(listed.text.contains(#""status":409,"detail":"Only 2 are left.""#))
        }
    }

    private struct Secret: Error { let password = "hunter2" }

    @Test func otherErrorsTellNothingOfThemselves() {
        let problem = ProblemDetails(Secret())
        #expect(problem.status == .internalServerError)
        #expect(!problem.detail.description.contains("hunter2") && !problem.detail.description.contains("Secret"))
    }

    @Test func aServerThatStopsSaysSo() {
        #expect(ProblemDetails(CancellationError()).status == .serviceUnavailable)
    }
}
