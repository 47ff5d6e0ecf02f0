import Foundation
import HTTPTypes
import Testing

@testable import MicroHTTPD

/// Tests how the results of a handler reach the client.
struct AnswerTests {
    struct Oops: Error {}

    static let handler: HTTPServer.Handler = { request in
        switch request.path {
        case "/text": return .text("héllo")
        case "/empty": return .status(.ok)
        case "/204": return Response(status: .noContent, body: .bytes([1, 2, 3]))
        case "/304": return Response(status: .notModified, body: .bytes([1]))
        case "/204-stream": return Response(status: .noContent, body: .stream { _ in })
        case "/304-stream": return Response(status: .notModified, body: .stream { _ in })
        case "/redirect": return .redirect(to: "/x")
        case "/refuse": throw HTTPError(.conflict, "No.", headers: [.retryAfter: "1"])
        case "/fail": throw Oops()
        case "/split": return Response(headers: [.location: "/a\r\nX-Evil: 1\r\n\r\nbody"])
        case "/tab": return Response(headers: [.location: "a\tb"])
        case "/blank": return Response(headers: [.location: ""])
        case "/length": return Response(headers: [.contentLength: "99"], body: .bytes([65]))
        case "/999": return .status(HTTPResponse.Status(code: 799))
        case "/missing": return Response(body: .file(path: "/nowhere/at/all"))
        case "/folder": return Response(body: .file(path: "/tmp"))
        case "/echo": return .text("\(request.remoteAddress) \(request.authority ?? "")")
        default: throw HTTPError(.notFound)
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let path: String
        let status: Int
        var text = ""
        var header: [String] = []
        var testDescription: String { path }
    }

    static let cases = [
        Case(path: "/text", status: 200, text: "héllo", header: ["content-length", "6"]),
        Case(path: "/empty", status: 200, header: ["content-length", "0"]),
        Case(path: "/204", status: 204),
        Case(path: "/304", status: 304, header: ["content-length", "0"]),
        Case(path: "/204-stream", status: 204),
        Case(path: "/304-stream", status: 304),
        Case(path: "/redirect", status: 303, header: ["location", "/x"]),
        Case(path: "/refuse", status: 409, text: "No.\n", header: ["retry-after", "1"]),
        Case(path: "/fail", status: 500, text: "Something went wrong on the server. Its log has the details.\n"),
        Case(path: "/split", status: 200, header: ["location", "/a  X-Evil: 1    body"]),
        Case(path: "/tab", status: 200, header: ["location", "a b"]),
        Case(path: "/blank", status: 200),
        Case(path: "/length", status: 200, text: "A", header: ["content-length", "1"]),
        Case(path: "/999", status: 799),
        Case(path: "/missing", status: 404, text: "There is no such file.\n"),
        Case(path: "/folder", status: 404, text: "There is no such file.\n"),
        Case(path: "/echo", status: 200, text: "127.0.0.1 test"),
        Case(path: "/none", status: 404, text: "Not Found.\n"),
    ]

    @Test(arguments: cases)
    func isWhatWasGiven(_ given: Case) async throws {
        try await TestServer.run(handler: Self.handler) { server in
            // when
            let client = try server.connect()
            try await client.send(
                "GET \(given.path) HTTP/1.1\r\nHost: test\r\n\r\nGET /text HTTP/1.1\r\nHost: test\r\n\r\n")
            let answers = try await client.answers(2)
            // then
            let answer = try #require(answers.first)
            #expect(answer.status == given.status)
            #expect(answer.text == given.text)
            if given.header.count == 2 { #expect(answer[given.header[0]] == given.header[1]) }
            #expect(answer["x-evil"] == nil)
            #expect(answer["server"] == nil)
            #expect(answer["date"] != nil)
            // and the next request on the connection is answered
            #expect(answers.last?.text == "héllo")
        }
    }

    @Test(arguments: ["/text", "/empty", "/refuse", "/missing", "/redirect"])
    func hasTheSameHeadersForHEAD(_ path: String) async throws {
        try await TestServer.run(handler: Self.handler) { server in
            let get = try #require(try await server.get(path))
            let client = try server.connect()
            try await client.send("HEAD \(path) HTTP/1.1\r\nHost: test\r\n\r\n")
            let head = try #require(try await client.answers(isHead: true).first)
            #expect(head.status == get.status)
            #expect(
                head.headers.filter { $0.name != "date" }.elementsEqual(
                    get.headers.filter { $0.name != "date" }, by: ==))
            // and nothing follows
            client.finishSending()
            #expect(try await client.readToEnd() == [])
        }
    }

    @Test func sendsFiles() async throws {
        // given
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("file-\(UUID())").path
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let handler: HTTPServer.Handler = { request in
            switch request.path {
            case "/part": Response(body: .file(path: path, offset: 1000, count: 5))
            case "/tail": Response(body: .file(path: path, offset: 299_990, count: 100))
            case "/beyond": Response(body: .file(path: path, offset: 300_001))
            default: Response(body: .file(path: path))
            }
        }
        try await TestServer.run(handler: handler) { server in
            // then
            let cases = [("/", bytes[...]), ("/part", bytes[1000..<1005]), ("/tail", bytes[299_990...])]
            for (path, expected) in cases {
                let answer = try await server.get(path)
                #expect(answer?.body == Array(expected))
            }
            let beyond = try await server.get("/beyond")
            #expect(beyond?.status == 416)
        }
    }

    @Test func isWrittenByTheErrorResponder() async throws {
        func configure(_ configuration: inout HTTPServer.Configuration) {
            configuration.maxBodySize = 10
            configuration.errorResponder = { error, request in
                .text("<\(error.status.code) \(request?.path ?? "unread")>", status: error.status)
            }
        }
        try await TestServer.run(configure: configure, handler: Self.handler) { server in
            let cases = [
                ("/refuse", "<409 /refuse>"), ("/fail", "<500 /fail>"), ("/missing", "<404 /missing>"),
                ("/%zz", "<400 unread>"),
            ]
            for (path, text) in cases {
                let answer = try await server.get(path)
                #expect(answer?.text == text)
            }
            let large = "POST /up HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\nhello world"
            let answer = try await server.exchange(large)
            #expect(answer?.text == "<413 /up>")
        }
    }
}
