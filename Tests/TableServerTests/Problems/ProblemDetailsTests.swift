import CascadingTable
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
