import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableTesting
import Testing

@testable import TableServer

@Suite struct TrustedProxyTests {
    @Test(arguments: [
        ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.2", false), ("10.0.0.0/8", "10.255.0.1", true),
        ("10.1.2.3/8", "10.0.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("0.0.0.0/0", "1.2.3.4", true),
        ("0.0.0.0/0", "::1", false), ("10.0.0.128/25", "10.0.0.127", false), ("10.0.0.1/32", "10.0.0.1", true),
        ("10.0.0.1", "::ffff:10.0.0.1", true), ("::ffff:10.0.0.1", "10.0.0.1", true), ("::1", "::1", true),
        ("::1", "0:0:0:0:0:0:0:1", true), ("fd00::/8", "fdff::1:2", true), ("fd00::/8", "fc00::1", false),
        ("FE80::/10", "fe80::1%eth0", true), ("::/0", "::1", true), ("10.0.0.1", "", false),
        ("10.0.0.1", "localhost", false), ("2001:db8::/127", "2001:db8::1", true),
        ("2001:db8::/127", "2001:db8::2", false),
    ])
    func networks(network: String, address: String, isInside: Bool) throws {
        #expect(try #require(IPNetwork(network)).contains(address) == isInside)
    }

    @Test(arguments: [
        "", "proxy.example", "localhost", "*", "10.0.0", "10.0.0.0.0", "10.0.0.256", "10.0.0.01", "10.0.0.0/33",
        "10.0.0.0/", "10.0.0.0/+8", "10.0.0.0/8/8", "/8", "10.0.0.1 ", ":", ":::", "1::2::3", "::1/129", "12345::",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8:9", "[::1]", "::1:", "::+1", "::10.0.0.1:1", "g::",
    ])
    func othersKeepTheServerFromStarting(text: String) async throws {
        let server = await Market().server { $0.trustedProxies = ["10.0.0.1", text] }
        #expect { try server.makeResponder() } throws: {
            guard let error = $0 as? ConfigurationError else { return false }
            return error.property == "trustedProxies" && error.value == "\"\(text)\""
        }
    }

    private func resolve(
        _ headers: KeyValuePairs<String, String>, from peer: String = "10.0.0.1", trusting: [String] = ["10.0.0.0/24"]
    ) throws -> Request {
        try TrustedProxies(trusting).resolve(.make(headers: .named(headers), remoteAddress: peer))
    }

    @Test func aTrustedProxyTellsSchemeHostAndClient() throws {
        let request = try resolve([
            "Host": "upstream:8080", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "table.example",
            "X-Forwarded-For": "192.0.2.1",
        ])
        #expect(request.isSecure)
        #expect(request.authority == "table.example")
        #expect(request.remoteAddress == "192.0.2.1")
    }

    @Test func headersThatAreMissingChangeNothing() throws {
        let request = try resolve(["Host": "table.example", "X-Forwarded-For": "192.0.2.1"])
        #expect(!request.isSecure)
        #expect(request.authority == "table.example")
        let plain = try resolve(["Host": "table.example", "Forwarded": "proto=https;host=evil.example;for=1.1.1.1"])
        #expect(!plain.isSecure)
        #expect(plain.authority == "table.example")
        #expect(plain.remoteAddress == "10.0.0.1")
    }

    @Test(arguments: [("192.0.2.1", ["10.0.0.0/24"]), ("10.0.1.1", ["10.0.0.0/24"]), ("10.0.0.1", []), ("", ["::/0"])])
    func othersTellNothing(peer: String, trusted: [String]) throws {
        let request = try resolve(
            [
                "Host": "localhost", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example",
                "X-Forwarded-For": "127.0.0.1",
            ], from: peer, trusting: trusted)
        #expect(!request.isSecure)
        #expect(request.authority == "localhost")
        #expect(request.remoteAddress == peer)
    }

    /// A client can write the first values. Each proxy appends an address.
    @Test(arguments: [
        ("6.6.6.6, 192.0.2.1", "192.0.2.1"), ("6.6.6.6, 192.0.2.1, 10.0.0.7", "192.0.2.1"),
        ("10.0.0.9, 10.0.0.7", "10.0.0.9"), ("6.6.6.6, junk, 10.0.0.7", "10.0.0.7"), ("junk", "10.0.0.1"),
        ("192.0.2.1:4711", "192.0.2.1"), ("[2001:db8::1]:443", "2001:db8::1"), ("2001:db8::1", "2001:db8::1"),
        (",, 192.0.2.1 ,", "192.0.2.1"), (",", "10.0.0.1"),
    ])
    func theClientIsTheLastAddressThatIsNoProxy(list: String, client: String) throws {
        #expect(try resolve(["X-Forwarded-For": list]).remoteAddress == client)
    }

    @Test func theLastSchemeAndHostCount() throws {
        var request = try resolve([
            "X-Forwarded-Proto": "https, http", "X-Forwarded-Host": "evil.example , table.example",
        ])
        #expect(!request.isSecure)
        #expect(request.authority == "table.example")
        request = try resolve([
            "X-Forwarded-Proto": "http", "X-Forwarded-Proto": "HTTPS", "X-Forwarded-Host": "evil.example",
            "X-Forwarded-Host": "table.example",
        ])
        #expect(request.isSecure)
        #expect(request.authority == "table.example")
    }

    private static let secure: HTTPFields = .named([
        "X-Forwarded-Proto": "https", "X-Forwarded-Host": "table.example", "Origin": "https://table.example",
    ])

    @Test(arguments: TestRig.allCases)
    func behindATrustedProxyFormsPassAndTheCookieIsSecure(rig: TestRig) async throws {
        let market = await Market()
        let server = market.server { ($0.trustedProxies, $0.allowedHosts) = (["127.0.0.1"], ["table.example"]) }
        try await server.test(rig) { client in
            let answer = try await client.post("/select/0/0", headers: Self.secure)
            #expect(answer.status == 200)
            #expect(answer.headers[.setCookie]?.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Secure") == true)
            // The responses to a batch and to a form have the cookie too.
            var form = Self.secure
            form[.accept] = "text/html"
            form[.contentType] = "application/x-www-form-urlencoded"
            let redirection = try await client.post("/select/0/1", headers: form)
            #expect(redirection.headers[.setCookie]?.hasSuffix("; Secure") == true)
            var batch = Self.secure
            batch[.contentType] = "application/json"
            let body = Array(#"{"gestures":[{"do":"select","row":"0.1"}]}"#.utf8)
            let done = try await client.send(.post, "/batch", headers: batch, body: body)
            #expect(done.headers[.setCookie]?.hasSuffix("; Secure") == true)
            // Without TLS at the proxy, browsers would not return a secure cookie.
            var plain = Self.secure
            plain.append(contentsOf: HTTPFields.named(["X-Forwarded-Proto": "http"]))
            plain[.origin] = "http://table.example"
            let other = try await client.post("/select/0/0", headers: plain)
            #expect(other.headers[.setCookie]?.hasSuffix("; SameSite=Lax") == true)
        }
    }

    @Test(arguments: TestRig.allCases)
    func fromOthersTheHeadersAreIgnored(rig: TestRig) async throws {
        let market = await Market()
        let server = market.server { ($0.trustedProxies, $0.allowedHosts) = (["10.0.0.0/8"], ["table.example"]) }
        try await server.test(rig) { client in
            #expect(try await client.post("/select/0/0", headers: Self.secure).status == 403)
            var headers = Self.secure
            headers[.origin] = nil
            let answer = try await client.post("/select/0/0", headers: headers)
            #expect(answer.headers[.setCookie]?.hasSuffix("; SameSite=Lax") == true)
            var evil = headers
            evil.append(contentsOf: HTTPFields.named(["Host": "evil.example"]))
            #expect(try await client.get("/", headers: evil).status == 403)
        }
    }

    @Test(arguments: TestRig.allCases)
    func theForwardedHostIsChecked(rig: TestRig) async throws {
        let server = await Market().server {
            ($0.trustedProxies, $0.allowedHosts) = (["127.0.0.1"], ["table.example"])
        }
        try await server.test(rig) { client in
            let evil = HTTPFields.named(["Host": "localhost", "X-Forwarded-Host": "evil.example"])
            let good = HTTPFields.named(["Host": "upstream", "X-Forwarded-Host": "table.example"])
            for _ in 0..<3 {
                let (refused, answered) = (
                    try await client.get("/", headers: evil), try await client.get("/", headers: good)
                )
                #expect(refused.status == 403)
                #expect(answered.status == 200)
            }
        }
    }

    @Test func repeatedRequestsAreKnownByTheClientsAddress() async throws {
        let market = await Market()
        let server = market.server { $0.trustedProxies = ["127.0.0.1"] }
        try await server.test(.inProcess) { client in
            func select(for address: String) async throws -> TestResponse {
                try await client.post(
                    "/select/0/0", headers: .named(["X-Forwarded-For": address, "Idempotency-Key": "key"]))
            }
            for address in ["192.0.2.1", "192.0.2.1", "192.0.2.2"] {
                let answer = try await select(for: address)
                #expect(answer.status == 200)
            }
            #expect(await market.picked.count == 2)
        }
    }
}
