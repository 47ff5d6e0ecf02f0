import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableServer
import TableTesting
import Testing

/// Tests the events that clients receive over a socket.
@Suite struct EventsTests {
    /// Reads until this text has arrived. Returns the text up to then, or nil if the text does not arrive.
    private func text(of reader: StreamReader, until end: String) async throws -> String? {
        var text = ""
        while !text.contains(end) {
            let bytes = try await reader.read()
            if bytes.isEmpty { return nil }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    @TableActor private func reload(_ row: Int, of market: Market) {
        market.tableView.reloadRows(at: [IndexPath(row: row, section: 0)])
    }

    @Test func everyoneIsToldOfEachChange() async throws {
        let market = await Market()
        try await market.server().listening { port in
            // given two clients that listen
            let readers = try [StreamReader("/events", port: port), StreamReader("/events", port: port)]
            for reader in readers {
                let head = try #require(try await text(of: reader, until: "retry:"))
                #expect(head.contains("Content-Type: text/event-stream"))
                #expect(head.contains("Cache-Control: no-store"))
                #expect(head.contains("X-Accel-Buffering: no"))
            }
            for _ in 0..<3 {
                // when
                let revision = await market.tableView.revision + 1
                await reload(1, of: market)
                // then both receive the same event: the row's place, identifier and content
                for reader in readers {
                    let event = try #require(try await text(of: reader, until: "}]}"))
                    #expect(event.contains(".\(revision)\nevent: change\ndata: {\"revision\":\(revision),"))
                    #expect(event.contains("{\"type\":\"reloadRows\",\"rows\":[[0,1]],\"ids\":[\""))
                    #expect(event.contains("\"title\":\"fruit1\""))
                }
            }
        }
    }

    @Test func whoComesBackIsToldWhatHeMissed() async throws {
        let market = await Market()
        try await market.server().listening { port in
            // given a client that received a change and disconnected
            let first = try StreamReader("/events", port: port)
            _ = try await text(of: first, until: "retry:")
            await reload(0, of: market)
            let event = try #require(try await text(of: first, until: "}]}"))
            let id = try #require(event.firstMatch(of: /id: (\S+)/)).output.1
            // when two more changes are made before it reconnects
            await reload(1, of: market)
            await reload(2, of: market)
            let second = try StreamReader("/events", port: port, headers: ["Last-Event-ID: \(id)"])
            // then it receives both changes, in one event or two
            let missed = try #require(try await text(of: second, until: "\"rows\":[[0,2]]"))
            #expect(missed.contains("\"rows\":[[0,1]]"))
            #expect(!missed.contains("\"rows\":[[0,0]]"))
        }
    }

    @Test func aFreshStreamBeginsWithTheLatestChanges() async throws {
        let market = await Market()
        TableActor.run {
            market.tableView.hosting.updateHandler = { $0.reloadRows(at: [IndexPath(row: 2, section: 0)]) }
        }
        try await market.server().listening { port in
            let revision = await market.tableView.revision
            let reader = try StreamReader("/events?_since=\(revision)&_fresh=1", port: port)
            let event = try #require(try await text(of: reader, until: "}]}"))
            #expect(event.contains("data: {\"revision\":\(revision + 1),"))
            #expect(event.contains("{\"type\":\"reloadRows\",\"rows\":[[0,2]]"))
        }
    }

    @Test(arguments: ["elsewhere.1", "nonsense", "1.2.3"])
    func whoComesFromElsewhereIsToldThatAllHasChanged(id: String) async throws {
        let market = await Market()
        try await market.server().listening { port in
            let reader = try StreamReader("/events", port: port, headers: ["Last-Event-ID: \(id)"])
            #expect(try await text(of: reader, until: "[{\"type\":\"reloadData\"}]") != nil)
        }
    }

    @Test func thePageKnowsWhereToBegin() async throws {
        let market = await Market()
        try await market.server().test(.inProcess) { client in
            let page = try await client.get("/").text
            let version = try #require(page.firstMatch(of: #/ version="([^"]+)"/#)).output.1
            let revision = await market.tableView.revision
            #expect(version.hasSuffix(".\(revision)"))
            #expect(page.contains(" revision=\"\(revision)\""))
        }
    }

    @Test func oneMoreThanMayListenIsTurnedAway() async throws {
        let market = await Market()
        try await market.server { $0.maxEventStreams = 1 }.listening { port in
            var first: StreamReader? = try StreamReader("/events", port: port)
            _ = try await text(of: try #require(first), until: "retry:")
            let second = try await StreamReader("/events", port: port).readToEnd()
            #expect(second.head.hasPrefix("HTTP/1.1 503 "))
            #expect(second.head.contains("Retry-After: 30"))
            // when this client disconnects, another can connect
            first = nil
            var isTaken = false
            for _ in 0..<600 where !isTaken {
                try await Task.sleep(for: .milliseconds(50))
                let third = try StreamReader("/events", port: port)
                isTaken = String(decoding: try await third.read(), as: UTF8.self).hasPrefix("HTTP/1.1 200 ")
            }
            #expect(isTaken)
        }
    }

    @Test func whoHearsNothingIsSentABeat() async throws {
        let market = await Market()
        try await market.server { $0.heartbeatInterval = .milliseconds(50) }.listening { port in
            let reader = try StreamReader("/events", port: port)
            // the first comment arrives with the beginning
            #expect(try await text(of: reader, until: ": \n\n\r\n") != nil)
            for _ in 0..<3 { #expect(try await text(of: reader, until: ": \n\n") != nil) }
        }
    }

    @Test(arguments: ["_since=", "_since=-1", "_since=x", "_since=17.x", "since=1", "_size=1", "_fresh=2"])
    func anythingElseIsNamed(query: String) async throws {
        try await Market().server().test(.inProcess) { client in
            let answer = try await client.get("/events?\(query)")
            #expect(answer.status == 400)
        }
    }

    // MARK: For scripts

    @Test(arguments: TestRig.allCases)
    func scriptsGetTheSameChanges(rig: TestRig) async throws {
        let market = await Market()
        try await market.server().test(rig) { client in
            let revision = try await client.get("/table.json").decode(TableJSON.self).revision
            TableActor.run { reload(1, of: market) }
            let answer = try await client.get("/table.json?_since=\(revision)")
            #expect(answer.status == 200)
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(answer.text.hasPrefix("{\"revision\":\(revision + 1),\"changes\":[{\"type\":\"reloadRows\""))
            let none = try await client.get("/table.json?_since=\(revision + 1)")
            #expect(none.text == "{\"revision\":\(revision + 1),\"changes\":[]}\n")
            let unknown = try await client.get("/table.json?_since=99999")
            #expect(unknown.text == "{\"revision\":\(revision + 1),\"changes\":[{\"type\":\"reloadData\"}]}\n")
            let wrong = try await client.get("/table.json?_since=now")
            #expect(wrong.status == 400)
        }
    }

    @Test func aCellThatIsOnesOwnIsToldToNobody() async throws {
        let market = await Market()
        TableActor.run { market.stall(0, 1)?.isPersonal = true }
        try await market.server().test(.inProcess) { client in
            let revision = await market.tableView.revision
            TableActor.run { reload(1, of: market) }
            let answer = try await client.get("/table.json?_since=\(revision)")
            #expect(answer.text.contains("\"ids\":"))
            #expect(!answer.text.contains("\"cells\":"))
        }
    }

    /// A client that missed an event must not stay connected, because it would never learn of the change.
    @Test(.timeLimit(.minutes(5))) func aClientThatMissesAnEventIsDisconnected() async throws {
        let market = await Market()
        let responder = try market.server { $0.heartbeatInterval = .seconds(600) }.makeResponder()
        let response = try await responder.respond(to: .make(.get, "/events"))
        let reader = try BodyReader(response.body, limit: 2_000) { _ in }
        _ = try await reader.next()
        for _ in 0..<50 {
            await reload(1, of: market)
            // Changes in quick succession would be one event.
            try await Task.sleep(for: .milliseconds(5))
        }
        var text = ""
        while let bytes = try await reader.next() { text += String(decoding: bytes, as: UTF8.self) }
        #expect(text.contains("reloadRows"))
        #expect(text.utf8.count < 4_000)
    }
}
