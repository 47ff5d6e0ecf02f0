import HTTPTypes
import Synchronization
import Testing

@testable import MicroHTTPD

/// Responses that become others with as many bytes.
struct OwnResponseTests {
    private static let kind = "text/plain"

    /// Answers that follow each other whenever the next is asked for.
    private final class Steps: Sendable {
        let now = Atomic<Int>(0)
        private let first: PreparedResponse
        private let texts: [String]

        init(_ texts: [String]) throws {
            self.texts = texts
            first = try PreparedResponse(
                Response(headers: [.contentType: kind, .eTag: "\"0\""], body: .bytes(Array(texts[0].utf8))))
        }

        func answer() -> RepeatedReply.Answer {
            let step = now.load(ordering: .acquiring)
            let next = PreparedResponse(
                after: first, entityTag: "\"\(step)\"", body: LazyBytes(Array(texts[step].utf8)))
            return .init(step == 0 ? first : next) { self.now.load(ordering: .acquiring) == step }
        }

        var reply: RepeatedReply { RepeatedReply(answer()) { self.answer() } }
    }

    @Test func eachAnswerIsSentWithItsOwnTagAndBytes() async throws {
        let texts = ["one", "two", "six", "ten", "three", "seven", "eight", "", "", "four", "five", "nine", "zero"]
        let steps = try Steps(texts)
        try await TestServer.run(
            configure: {
                $0.threads = 1
                $0.repetition = .seconds(3600)
            }, handler: { _ in .repeated(steps.reply) }
        ) { server in
            let client = try server.connect()
            for step in texts.indices {
                steps.now.store(step, ordering: .releasing)
                for _ in 0..<3 {
                    try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    let answer = try #require(try await client.answers().first)
                    #expect(answer.text == texts[step])
                    #expect(answer.headers.filter { $0.name == "etag" }.map(\.value) == ["\"\(step)\""])
                    #expect(answer["content-type"] == Self.kind)
                }
            }
        }
    }

    @Test func noneBecomesAnotherWhileItIsSent() throws {
        let texts = (10..<20).map { "\($0)" }
        let steps = try Steps(texts)
        let reply = Array("head".utf8).withUnsafeBytes { bytes in
            RepeatableReply(
                steps.reply, to: RawHead(bytes: bytes, target: Array("/".utf8), fieldCount: 1), until: .max)
        }
        func goOn() -> OwnResponse? {
            steps.now.add(1, ordering: .releasing)
            #expect(reply.advance())
            let response = reply.ownResponse()
            #expect(response != nil && response === reply.ownResponse())
            return response
        }
        // given one over bytes that are others' as well, which is never written to
        let shared = reply.ownResponse()
        #expect(shared != nil && goOn() !== shared)
        // when each is held while the next is made, then that is another
        var held: [OwnResponse] = []
        for _ in 0..<3 {
            let next = try #require(goOn())
            #expect(!held.contains { $0 === next })
            held.append(next)
        }
        // when none is, then the last becomes the next
        let last = ObjectIdentifier(try #require(held.last))
        held = []
        for _ in 0..<3 { #expect(goOn().map { ObjectIdentifier($0) } == last) }
    }
}
