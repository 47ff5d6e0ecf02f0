import CascadingTable
import FoundationEssentials
import HTTPTypes
import TableRendering
import TableTesting
import Testing

@testable import TableServer

@Suite struct ProblemDocumentTests {
    /// The members of RFC 9457, and the additional members of this server.
    private struct Document: Decodable, Equatable {
        var type: String
        var title: String
        var status: Int
        var detail: String
        var instance: String?
        var ok: Bool
        var errors: [String]?
        var location: Location?

        struct Location: Decodable, Equatable {
            var section: Int
            var row: Int
            var id: String
        }
    }

    private func document(_ problem: ProblemDetails, instance: String? = nil) throws -> Document {
        try JSONDecoder().decode(Document.self, from: Data(problem.document(instance: instance)))
    }

    @Test func saysWhatIsWrong() throws {
        let location = RowReference(indexPath: [1, 2], identifier: "\"\u{1}é")
        let problem = ProblemDetails(.conflict, "It \"moved\".\n", errors: ["a\\b", ""], location: location)
        #expect(
            try document(problem, instance: "/a%20b/")
                == Document(
                    type: "about:blank", title: "Conflict", status: 409, detail: "It \"moved\".\n", instance: "/a%20b/",
                    ok: false, errors: ["a\\b", ""], location: .init(section: 1, row: 2, id: "\"\u{1}é")))
    }

    @Test func hasNoMemberThatSaysNothing() {
        let text = String(decoding: ProblemDetails(.notFound, "Gone.").document(instance: nil), as: UTF8.self)
        for name in ["instance", "errors", "location", "null"] { #expect(!text.contains(name), "\(name)") }
    }

    static let refusals: [(HTTPResponse.Status, String)] = [
        (.badRequest, "/?_size=0"), (.badRequest, "/rows/a/0"), (.notFound, "/nothing/%22%3Cb%3E?x=1"),
        (.notFound, "/rows/9/9"), (.notFound, "/sections/7.json"), (.methodNotAllowed, "/select/0/0"),
    ]

    @Test(arguments: TestRig.allCases)
    func programsAreGivenADocument(rig: TestRig) async throws {
        try await Market().server().test(rig) { client in
            for accept in [
                nil, "application/json", "*/*", "text/plain, */*;q=0.1", "text/html;q=0, */*",
                "application/json, text/html;q=0.5",
            ] {
                for (status, target) in Self.refusals {
                    var headers = HTTPFields()
                    headers[.accept] = accept
                    let answer = try await client.get(target, headers: headers)
                    #expect(answer.status == status.code, "\(target)")
                    #expect(answer.headers[.contentType] == "application/problem+json")
                    #expect(answer.headers[.cacheControl] == "no-store")
                    let document = try answer.decode(Document.self)
                    #expect(document.type == "about:blank")
                    #expect(document.title == status.reasonPhrase)
                    #expect(document.status == status.code)
                    #expect(document.instance == target.split(separator: "?").first.map(String.init))
                    #expect(!document.detail.isEmpty)
                }
            }
        }
    }

    @Test(arguments: TestRig.allCases)
    func browsersAreGivenAPage(rig: TestRig) async throws {
        try await Market().server().test(rig) { client in
            let accepted = [
                "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "application/xhtml+xml, Text/HTML;q=0.9",
                "application/json, text/html",
            ]
            for (accept, (status, target)) in accepted.flatMap({ accept in Self.refusals.map { (accept, $0) } }) {
                let answer = try await client.get(target, headers: [.accept: accept])
                #expect(answer.status == status.code, "\(target)")
                #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(answer.text.contains("<p class=\"status\">\(status.code)</p>"))
                // The document has the reason phrase of HTTP, and the page has a readable title.
                let title = try #require(Language.english.words.title(ofStatus: status.code))
                #expect(answer.text.contains("<h1>\(title)</h1>"))
                #expect(answer.text.contains("href=\"/\""))
            }
        }
    }

    @Test func nothingThatIsAskedForBecomesMarkup() async throws {
        try await Market().server().test(.inProcess) { client in
            for target in ["/?%3Cscript%3E=1", "/?_size=%3Cscript%3E", "/%3Cscript%3E", "/?_next=%3Cscript%3E"] {
                let page = try await client.get(target, headers: [.accept: "text/html"])
                #expect([400, 404].contains(page.status))
                #expect(!page.text.contains("<script"), "\(target)")
            }
            let host = try await client.get(
                "/", headers: .named(["Host": "<script>.example", "Accept": "text/html"]))
            #expect(host.status == 403)
            #expect(!host.text.contains("<script"))
        }
    }

    @Test func aProblemIsToldWithoutBodyToHead() async throws {
        try await Market().server().test(.socket) { client in
            let get = try await client.get("/nothing")
            let head = try await client.send(.head, "/nothing", headers: [:], body: [])
            #expect(head.status == 404)
            #expect(head.body == [])
            #expect(head.headers[.contentLength] == get.headers[.contentLength])
        }
    }

    @Test func aRowThatMovedIsTold() async throws {
        let market = await Market()
        TableActor.run {
            market.fruit.childDelegates.swapAt(0, 2)
            market.tableView.reloadData()
        }
        try await market.server().test(.inProcess) { client in
            let answer = try await client.post("/select/0/0?id=fruit0")
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(try answer.decode(Document.self).location == .init(section: 0, row: 2, id: "fruit0"))
        }
    }
}
