import Codecs
import Testing

@testable import HTTPMessages

struct GzipStreamTests {
    @Test(arguments: [0, 1, 7, 40])
    func aBodyIsWholeWhateverItsParts(count: Int) throws {
        let stream = try #require(GzipStream())
        var (bytes, made) = ([UInt8](), [UInt8]())
        for _ in 0..<count {
            let part = ContentCodingTests.bytes([0, 1, 500, 70_000].randomElement() ?? 0, of: 15)
            bytes += part
            made += stream.compress(part)
        }
        let unfinished = made
        made += stream.finish()
        #expect(try ContentCodingTests.content(made, in: .gzip) == bytes)
        #expect(throws: (any Error).self) { try ContentCodingTests.content(unfinished, in: .gzip) }
    }

    /// A client that waits for more rows must see all rows that were written before.
    @Test func eachPartIsSentAtOnce() throws {
        let stream = try #require(GzipStream())
        for _ in 0..<5 { #expect(stream.compress(Array("a row\n".utf8)).count > 5) }
        #expect(stream.compress([]) == [])
    }
}
