import Testing

@testable import MicroHTTPD

/// Tests that the server still answers the next client, whatever was sent before.
struct HostileInputTests {
    /// A generator of pseudorandom numbers that are equal in every run.
    struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var mixed = state
            mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
            return mixed ^ (mixed >> 33)
        }
    }

    static let samples = [
        "GET /rows/1/2?a=1&b=%20 HTTP/1.1\r\nHost: x\r\nCookie: a=1; b=2\r\nAccept: */*\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Type: application/json\r\n\r\n{\"a\":",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\nX: y\r\n\r\n",
        "HEAD http://x/ HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
        "OPTIONS * HTTP/1.0\r\nConnection: keep-alive, upgrade\r\nUpgrade: h2c\r\n\r\n",
    ].map { Array($0.utf8) }

    static func noise(_ dice: inout Dice) -> [UInt8] {
        (0..<Int.random(in: 0...2000, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
    }

    static func truncated(_ dice: inout Dice) -> [UInt8] {
        let sample = samples.randomElement(using: &dice) ?? []
        return Array(sample.prefix(Int.random(in: 0...sample.count, using: &dice)))
    }

    static func mutated(_ dice: inout Dice) -> [UInt8] {
        var sample = samples.randomElement(using: &dice) ?? []
        for _ in 0..<Int.random(in: 1...8, using: &dice) {
            let place = Int.random(in: 0..<sample.count, using: &dice)
            switch Int.random(in: 0..<4, using: &dice) {
            case 0: sample[place] = UInt8.random(in: 0...255, using: &dice)
            case 1: sample.insert(contentsOf: sample[place...].prefix(20), at: place)
            case 2: sample.removeSubrange(place..<min(sample.count - 1, place + 3))
            default: sample.insert([0, 10, 13, 32, 58, 37].randomElement(using: &dice) ?? 0, at: place)
            }
        }
        return sample
    }

    static func pipelined(_ dice: inout Dice) -> [UInt8] {
        (0..<Int.random(in: 2...20, using: &dice)).flatMap { _ in
            Bool.random(using: &dice) ? samples.randomElement(using: &dice) ?? [] : mutated(&dice)
        }
    }

    @Test(arguments: ["noise", "truncated", "mutated", "pipelined"], [1, 2] as [UInt64])
    func doesNoHarm(_ kind: String, _ seed: UInt64) async throws {
        var dice = Dice(state: seed)
        try await TestServer.run {
            $0.requestTimeout = .milliseconds(500)
            $0.maxBodySize = 1000
        } handler: { request in
            // The handler reads everything that is parsed on demand.
            let read = "\(request.headers) \(request.query) \(request.cookies["a"] ?? "") \(request.pathSegments)"
            switch read.utf8.count % 3 {
            case 0: return .text(read)
            case 1:
                await Task.yield()
                return .text(read)
            default: return Response(body: .stream { try await $0.write(read.utf8) })
            }
        } body: { server in
            for _ in 0..<60 {
                let input =
                    switch kind {
                    case "noise": Self.noise(&dice)
                    case "truncated": Self.truncated(&dice)
                    case "mutated": Self.mutated(&dice)
                    default: Self.pipelined(&dice)
                    }
                // given
                let client = try server.connect()
                try await client.send(input)
                switch Int.random(in: 0..<3, using: &dice) {
                case 0: client.reset()
                case 1: client.finishSending()
                default: break
                }
                // then
                #expect(try await server.get("/")?.status == 200)
            }
            #expect(try await server.isDrained())
        }
    }
}
