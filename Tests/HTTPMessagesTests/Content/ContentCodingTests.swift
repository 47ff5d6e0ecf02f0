import HTTPTypes
import TableTesting
import Testing

@testable import HTTPMessages

struct ContentCodingTests {
    /// Returns random bytes from 0 to `variety`. A small `variety` makes them repeat more.
    static func bytes(_ count: Int, of variety: UInt8) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...variety) }
    }

    static func content(_ bytes: [UInt8], in coding: ContentCoding) throws -> [UInt8] {
        try TestResponse(status: 200, headers: [.contentEncoding: coding.rawValue], body: bytes).content
    }

    @Test(arguments: ContentCoding.allCases, [0, 1, 2, 100, 1023, 65_535, 65_536, 1_000_000])
    func whatIsEncodedIsReadAsItWas(coding: ContentCoding, count: Int) throws {
        for effort in [ContentCoding.Effort.quick, .thorough] {
            for variety: UInt8 in [0, 3, 255] {
                // given
                let bytes = Self.bytes(count, of: variety)
                // when
                let encoded = try #require(coding.encode(bytes, effort: effort))
                // then
                #expect(try Self.content(encoded, in: coding) == bytes)
                if variety == 0, count > 100 { #expect(encoded.count < bytes.count / 2) }
                if variety == 255 { #expect(encoded.count > bytes.count) }
            }
        }
    }

    @Test func effortMakesItShorter() throws {
        let words = ["row", "cell", "table", "section", "header", "footer", "<td>", "</td>"]
        let bytes = (0..<20_000).flatMap { _ in Array(words[.random(in: 0..<words.count)].utf8) }
        for coding in ContentCoding.allCases {
            let quick = try #require(coding.encode(bytes)),
                thorough = try #require(coding.encode(bytes, effort: .thorough))
            #expect(thorough.count < quick.count)
        }
    }

    @Test(
        arguments: [
            ([], nil), ([""], nil), (["gzip"], .gzip), (["gzip, deflate, br, zstd"], .zstd), (["br"], nil),
            (["deflate", "gzip"], .gzip), (["gzip;q=0.5", "zstd;q=0.4"], .gzip),
        ] as [([String], ContentCoding?)])
    func aRequestSaysWhatItsClientTakes(lists: [String], coding: ContentCoding?) throws {
        let headers = HTTPFields(lists.map { HTTPField(name: .acceptEncoding, value: $0) })
        #expect(try Request.make(headers: headers).contentCoding() == coding)
        #expect(try Request.make(headers: headers).contentCoding(among: []) == nil)
    }
}
