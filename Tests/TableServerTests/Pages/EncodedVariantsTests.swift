import HTTPTypes
import MicroHTTPD
import Synchronization
import TableTesting
import Testing

@testable import TableServer

@Suite struct EncodedVariantsTests {
    private static let text = (0..<400).map { "<td>row \($0)</td>" }.joined()

    private func page(_ bytes: [UInt8] = Array(text.utf8), onGrowth: @escaping @Sendable () -> Void = {}) throws
        -> CachedPage
    {
        CachedPage(
            bytes, .of(.init(contentType: "text/html", isCompressible: true)), entityTag: "\"a.1\"",
            adding: [try #require(.init("Link")): "</>; rel=\"next\""], compression: .init(.quick, onGrowth: onGrowth))
    }

    private func answer(of page: CachedPage, to headers: HTTPFields) throws -> PrebuiltResponse {
        page.response(to: .init(of: try .make(headers: headers)))
    }

    @Test func eachClientGetsTheCodingThatItLikesBest() throws {
        let page = try page()
        for (accepted, coding) in [
            ("gzip", "gzip"), ("gzip, deflate, br, zstd", "zstd"), ("br", nil), ("*;q=0", nil), (nil, nil),
        ] as [(String?, String?)] {
            var headers = HTTPFields()
            headers[.acceptEncoding] = accepted
            let answer = try answer(of: page, to: headers)
            #expect(answer.headers[.contentEncoding] == coding)
            #expect(answer.headers[.eTag] == coding.map { "\"a.1.\($0)\"" } ?? "\"a.1\"")
            #expect(answer.headers[.vary] == "Accept-Encoding, Cookie")
            #expect(answer.headers[.contentType] == "text/html")
            #expect(answer.headers.values("Link").count == 1)
            #expect(SecurityHeaders.areAdded(to: answer))
            let seen = TestResponse(status: 200, headers: answer.headers, body: answer.bytes)
            #expect(try seen.content == Array(Self.text.utf8))
        }
    }

    /// Each coding has its own entity tag, and matches only this tag.
    @Test func whoHasThePageInOneCodingHasItNotInAnother() throws {
        let page = try page()
        let forms: [(accepted: String, tag: String)] = [
            ("gzip", "\"a.1.gzip\""), ("zstd", "\"a.1.zstd\""), ("", "\"a.1\""),
        ]
        for form in forms {
            for other in forms {
                let answer = try answer(of: page, to: [.acceptEncoding: form.accepted, .ifNoneMatch: other.tag])
                #expect(answer.status == (form == other ? .notModified : .ok))
                #expect(answer.headers[.eTag] == form.tag)
                guard form == other else { continue }
                #expect(answer.bytes == [])
                #expect(answer.headers[.vary] == "Accept-Encoding, Cookie")
                #expect(answer.headers[.contentEncoding] == nil)
            }
        }
    }

    @Test func whatIsNoShorterIsSentAsItIs() throws {
        for bytes in [Array("short".utf8), (0..<5000).map { _ in UInt8.random(in: .min ... .max) }] {
            let answer = try answer(of: page(bytes), to: [.acceptEncoding: "gzip, zstd"])
            #expect(answer.headers[.contentEncoding] == nil)
            #expect(answer.headers[.eTag] == "\"a.1\"")
            #expect(answer.headers[.vary] == "Accept-Encoding, Cookie")
            #expect(answer.bytes == bytes)
        }
    }

    @Test func itIsCompressedOnceHoweverManyAskAtATime() async throws {
        let growth = Atomic(0)
        try await withThrowingTaskGroup { group in
            let counted = try page { growth.add(1, ordering: .relaxed) }
            for number in 0..<64 {
                group.addTask {
                    let answer = try answer(of: counted, to: [.acceptEncoding: number % 2 == 0 ? "gzip" : "zstd"])
                    #expect(answer.status == .ok)
                    return ObjectIdentifier(answer)
                }
            }
            var answers: Set<ObjectIdentifier> = []
            for try await answer in group { answers.insert(answer) }
            #expect(answers.count == 2)
        }
        #expect(growth.load(ordering: .relaxed) == 2)
    }

    @Test func whatIsKeptOfItCounts() throws {
        let page = try page()
        #expect(page.byteCount == Self.text.utf8.count)
        let gzip = try answer(of: page, to: [.acceptEncoding: "gzip"])
        #expect(page.byteCount == Self.text.utf8.count + gzip.bytes.count + 1024)
        page.compress()
        #expect(page.byteCount > Self.text.utf8.count + gzip.bytes.count + 2048)
    }
}
