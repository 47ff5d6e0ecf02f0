import Testing

@testable import HTTPMessages

struct AcceptEncodingTests {
    @Test(
        arguments: [
            ("", nil), ("gzip", .gzip), ("zstd", .zstd), ("GZip", .gzip), ("x-gzip", .gzip), ("gzip, zstd", .zstd),
            ("zstd, gzip", .zstd), ("gzip, deflate, br", .gzip), ("gzip, deflate, br, zstd", .zstd),
            ("br, deflate", nil),
            ("gzip;q=1.0, zstd;q=0.9", .gzip), ("gzip;q=0.001", .gzip), ("gzip;q=0", nil),
            ("gzip;q=0.000, zstd", .zstd),
            ("*", .zstd), ("*;q=0", nil), ("*;q=0, gzip", .gzip), ("gzip, *;q=0", .gzip), ("zstd;q=0, *", .gzip),
            ("*;q=0.5, gzip", .gzip), ("gzip;q=0.5, *;q=0.6", .zstd), ("zstd;q=0, gzip;q=0, *", nil),
            ("identity", nil), ("identity, gzip", .gzip), ("identity;q=0.5, gzip;q=0.4", nil),
            ("identity;q=0.5, gzip;q=0.5", .gzip), ("gzip;q=0.2, identity;q=0", .gzip), ("identity;q=0", nil),
            ("identity;q=0, *;q=0", nil), (" gzip ; q=0.7 ,\tzstd ; q=0.6 ", .gzip), (",,gzip,,", .gzip),
            ("gzip;q=0, gzip", nil), ("gzip, gzip;q=0", .gzip), ("gzipped", nil), ("zip", nil), ("*/*", nil),
        ] as [(String, ContentCoding?)])
    func theBestIsTaken(list: String, coding: ContentCoding?) {
        #expect(AcceptEncoding(list).best(of: ContentCoding.allCases) == coding)
    }

    /// An invalid weight excludes its coding.
    @Test(arguments: ["NaN", "-1", "+1", "1e0", "2", "1.001", "0.0001", ".5", "", "0,5", "0x1", "٣", "1;", "1 1"])
    func weightsThatAreNone(weight: String) {
        #expect(AcceptEncoding("gzip;q=\(weight)").best(of: [.gzip]) == nil)
        #expect(AcceptEncoding("gzip;q=\(weight), zstd;q=0.1").best(of: [.gzip, .zstd]) == .zstd)
    }

    @Test func onlyTheBeginningOfALongListIsRead() {
        let many = String(repeating: "br,", count: 99)
        #expect(AcceptEncoding(many + "gzip").best(of: [.gzip]) == .gzip)
        #expect(AcceptEncoding(many + "br,gzip").best(of: [.gzip]) == nil)
        #expect(AcceptEncoding(String(repeating: "g", count: 1 << 20)).best(of: [.gzip]) == nil)
    }

    /// The selected coding must have the highest weight of all codings, and at least the weight of `identity`.
    @Test func noneIsWantedMoreThanTheOneTaken() {
        for _ in 0..<5000 {
            // given
            var weights: [String: Int] = [:]
            for name in ["gzip", "zstd", "identity", "*", "br"].shuffled().prefix(.random(in: 0...5)) {
                weights[name] = [0, 1, 250, 500, 999, 1000].randomElement()
            }
            let list = weights.map { "\($0);q=\($1 / 1000).\(String($1 % 1000 + 1000).dropFirst())" }
                .joined(separator: [",", " , ", ",,"].randomElement() ?? ",")
            func weight(_ name: String) -> Int { weights[name] ?? weights["*"] ?? 0 }
            // when
            let best = AcceptEncoding(list.replacing("1.999", with: "1.000")).best(of: ContentCoding.allCases)
            // then
            let most = max(weight("gzip"), weight("zstd"))
            if let best {
                #expect(weight(best.rawValue) == most && most > 0 && most >= weights["identity"] ?? 0, "\(list)")
            } else {
                #expect(most == 0 || most < weights["identity"] ?? 0, "\(list)")
            }
        }
    }

    @Test func noListDoesHarm() {
        let parts = [
            "gzip", "zstd", "*", ";", "q", "=", "0", "1", ".", "5", ",", " ", "\t", "é", "\u{301}", "Q", "-", "\0",
        ]
        for _ in 0..<5000 {
            let list = (0..<Int.random(in: 0...12)).compactMap { _ in parts.randomElement() }.joined()
            _ = AcceptEncoding(list).best(of: ContentCoding.allCases)
            let alone = AcceptEncoding("zstd;q=0,gzip;q=0.3,\(list)").best(of: [.zstd])
            #expect(alone == nil, "\(list)")
        }
    }
}
