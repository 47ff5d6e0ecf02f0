import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableTesting
import TestSupport
import Testing

@testable import TableServer

@Suite struct HostValidatorTests {
    private func isAnswered(
        _ host: String?, by change: (inout TableServer.Configuration) -> Void = { _ in }
    ) throws -> Bool {
        var configuration = TableServer.Configuration()
        change(&configuration)
        let request = try Request.make(headers: host.map { .named(["Host": $0]) } ?? [:])
        do {
            try HostValidator(configuration).check(request)
            return true
        } catch let problem as ProblemDetails {
            #expect(problem.status == .forbidden)
            return false
        }
    }

    @Test(arguments: [
        ("a", "a"), ("A.Example", "a.example"), ("a:8080", "a"), ("a:", "a"), ("a.", "a"), ("a.:1", "a"),
        ("127.0.0.1:80", "127.0.0.1"), ("[::1]", "::1"), ("[::1]:80", "::1"), ("[FE80::A]:", "fe80::a"), ("::1", "::1"),
        ("", ""), (":80", ""),
    ])
    func namesInAuthorities(authority: String, name: String) {
        #expect(HostValidator.name(in: authority) == name)
    }

    @Test(arguments: [
        "localhost", "LocalHost", "localhost:1", "localhost:", "localhost.", "localhost.:8080", "127.0.0.1",
        "127.0.0.1:65535", "[::1]", "[::1]:8080",
    ])
    func thisMachineIsAnswered(host: String) throws {
        #expect(try isAnswered(host))
    }

    @Test(arguments: [
        "", ":8080", ".", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:localhost",
        "xlocalhost", "localhost..", ".localhost", "127.1", "2130706433", "0x7f.0.0.1", "127.0.0.2", "10.0.0.1",
        "0.0.0.0",
        "[::2]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::1", "::1]", "[localhost]", "[]",
    ])
    func othersAreNot(host: String) throws {
        #expect(try !isAnswered(host))
    }

    /// The text before an `@` or after the port is not the host, and a browser would connect to the other host.
    @Test(arguments: [
        "localhost@evil.example", "localhost:80@evil.example", "evil.example@localhost", "localhost:evil.example",
        "[::1]evil.example", "[::1]:80@evil.example", "[::1].evil.example", "localhost:80:80", "localhost:+80",
        "localhost:\u{661}", "localhost, evil.example", "localhost evil.example", "localhost/evil.example",
        "localhost\u{301}", "loca\u{130}lhost",
    ])
    func tricksAreSeenThrough(host: String) throws {
        #expect(try !isAnswered(host))
    }

    @Test func otherNamesAreAnsweredWhenTheyAreAllowed() throws {
        let change: (inout TableServer.Configuration) -> Void = {
            $0.allowedHosts = ["Table.Example", "other.example:8080", "[fe80::1]"]
        }
        for host in [
            "table.example", "TABLE.EXAMPLE:1", "table.example.", "other.example", "other.example:9", "[FE80::1]:80",
            "localhost",
        ] {
            #expect(try isAnswered(host, by: change), "\(host)")
        }
        for host in ["example", "sub.table.example", "table.example.evil", "fe80", "*"] {
            #expect(try !isAnswered(host, by: change), "\(host)")
        }
    }

    @Test func theHostListenedOnIsAnswered() throws {
        #expect(try isAnswered("10.1.2.3:8080") { $0.http.host = "10.1.2.3" })
        #expect(try isAnswered("[::2]:8080") { $0.http.host = "::2" })
        #expect(try !isAnswered("10.1.2.4:8080") { $0.http.host = "10.1.2.3" })
    }

    /// The owner of a name can point it to this machine. A numeric address cannot be redirected like this.
    @Test(arguments: [
        ("10.0.0.1", true), ("192.168.1.9:8080", true), ("[2001:db8::1]:80", true), ("[::ffff:1.2.3.4]", true),
        ("evil.example", false), ("1.2.3", false), ("1.2.3.4.5", false), ("1.2.3.256", false), ("1.2.3.+4", false),
        ("1.2.3.4.evil.example", false), ("1..2.3", false), ("[evil]", false), ("beef", false), ("", false),
    ])
    func whereEverybodyMayComeAddressesAreAnswered(host: String, isAnswered: Bool) throws {
        #expect(try self.isAnswered(host) { $0.allowsAnyone = true } == isAnswered)
    }

    /// Only HTTP/1.0 requests have no host, and no browser sends them.
    @Test func aRequestWithoutHostIsAnswered() throws {
        #expect(try isAnswered(nil))
    }

    @Test func theHostOfAnAbsoluteTargetCounts() throws {
        let check = HostValidator(.init()).check
        #expect(throws: Never.self) { try check(.make(.get, "http://localhost:8080/")) }
        #expect(throws: ProblemDetails.self) { try check(.make(.get, "http://evil.example/")) }
        #expect(throws: ProblemDetails.self) { try check(.make(.get, "http://localhost:80@evil.example/")) }
    }

    @Test func nothingIsAnsweredToOthers() async throws {
        let market = await Market()
        var server = market.server()
        server.mount("/later/:name/", forEach: .path) { _ in Market().tableView }
        try await server.test(.socket) { client in
            let evil = HTTPFields.named(["Host": "evil.example"])
            for target in ["/", "/table.json", "/table.css", "/heights.css?px=1", "/healthz", "/later/a/", "/nothing"] {
                for method in [HTTPRequest.Method.get, .head, .options, .delete] {
                    let answer = try await client.send(method, target, headers: evil, body: [])
                    #expect(answer.status == 403, "\(method) \(target)")
                }
            }
            #expect(try await client.post("/select/0/0", headers: evil).status == 403)
            #expect(await market.picked == [])
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func noHostDoesHarm(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        for _ in 0..<300 {
            let name = HostValidator.name(in: random.text(upTo: 12))
            _ = IPNetwork.isAddress(name)
        }
    }

    @Test(arguments: [
        ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.Example:80", "XN--BCHER-KVA.example"),
        ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("xn--bcher-kva.example", "xn--bcher-kva.example:8080"),
        ("bu\u{308}cher.example.", "xn--bcher-kva.example"),
    ])
    func internationalNamesAreAnswered(allowed: String, sent: String) throws {
        #expect(try isAnswered(sent) { $0.allowedHosts = [allowed] })
        #expect(try isAnswered(sent) { $0.http.host = allowed })
        #expect(try !isAnswered("xn--bucher-kva.example") { $0.allowedHosts = [allowed] })
    }
}
