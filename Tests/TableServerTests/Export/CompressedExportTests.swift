import CascadingTable
import HTTPTypes
import TableTesting
import Testing

@testable import TableServer

/// Tests exports of whole tables that are compressed while they are read.
@Suite struct CompressedExportTests {
    @Test(arguments: ["csv", "ndjson", "txt", "md"])
    func aLongTableIsCompressedAsItGoes(name: String) async throws {
        try await LongTable(count: 5000).server().test(.socket) { client in
            let plain = try await client.get("/table.\(name)")
            let answer = try await client.get("/table.\(name)", headers: [.acceptEncoding: "gzip, zstd"])
            #expect(answer.headers[.contentEncoding] == "gzip")
            #expect(answer.headers[.transferEncoding] == "chunked")
            #expect(answer.headers[.vary] == "Accept-Encoding, Cookie")
            #expect(try answer.content == plain.body)
            #expect(answer.body.count < plain.body.count / 4)
            // Only pages are compressed with Zstandard, because of its memory.
            let other = try await client.get("/table.\(name)", headers: [.acceptEncoding: "zstd"])
            #expect(other.headers[.contentEncoding] == nil && other.body == plain.body)

            let tag = try #require(answer.headers[.eTag])
            #expect(tag != plain.headers[.eTag])
            let again = try await client.get(
                "/table.\(name)", headers: [.acceptEncoding: "gzip", .ifNoneMatch: tag])
            #expect(again.status == 304 && again.headers[.eTag] == tag && again.headers[.contentEncoding] == nil)
            let head = try await client.send(.head, "/table.\(name)", headers: [.acceptEncoding: "gzip"], body: [])
            #expect(head.status == 200 && head.headers[.contentEncoding] == "gzip" && head.headers[.eTag] == tag)
        }
    }

    @Test func whatBreaksOffIsNotTakenForWhole() async throws {
        let table = await LongTable(count: 5000)
        TableActor.run { table.failure = 3000 }
        try await table.server().test(.socket) { client in
            await #expect(throws: (any Error).self) {
                try await client.get("/table.csv", headers: [.acceptEncoding: "gzip"])
            }
        }
    }
}
