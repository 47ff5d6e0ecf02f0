import CascadingTable
import FoundationEssentials
import HTTPTypes
import MicroHTTPD
import ServiceLifecycleTestKit
import Synchronization
import TableTesting
import Testing

@testable import TableServer

@Suite struct TableServerTests {
    @Test(arguments: [
        "0.0.0.0", "::", "192.168.1.1", "table.example", "127.evil.example", "127.0.0.1.evil.example",
        "localhost.evil.example", "localhost:80@evil.example", "",
    ])
    func anOpenDoorMustBeAskedFor(host: String) async throws {
        let server = await Market().server { $0.http.host = host }
        await #expect {
            try await server.run()
        } throws: {
            ($0 as? TableServerError)?.code == .notLoopback
        }
    }

    private struct Mistake: Sendable, CustomTestStringConvertible {
        var property: String
        var change: @Sendable (inout TableServer.Configuration) -> Void
        var testDescription: String { property }

        init(_ property: String, _ change: @escaping @Sendable (inout TableServer.Configuration) -> Void) {
            (self.property, self.change) = (property, change)
        }
    }

    private static let mistakes = [
        Mistake("pageSize") { $0.pageSize = 0 }, Mistake("pageSize") { $0.pageSize = 1001 },
        Mistake("pageSize") { $0.pageSize = -5 }, Mistake("maxPageSize") { $0.maxPageSize = 0 },
        Mistake("maxConcurrentExports") { $0.maxConcurrentExports = 0 },
        Mistake("maxEventStreams") { $0.maxEventStreams = -1 },
        Mistake("heartbeatInterval") { $0.heartbeatInterval = .zero },
        Mistake("maxTextLength") { $0.maxTextLength = -1 },
        Mistake("loadingTimeout") { $0.loadingTimeout = .seconds(-1) },
        Mistake("maxVisitors") { $0.maxVisitors = 0 }, Mistake("maxVisitorTables") { $0.maxVisitorTables = 0 },
        Mistake("maxCachedBytes") { $0.maxCachedBytes = -1 },
        Mistake("maxSessionBytes") { $0.maxSessionBytes = 1000 },
        Mistake("trustedProxies") { $0.trustedProxies = ["proxy.example"] },
        Mistake("maxBodySize") { $0.http.maxBodySize = -1 }, Mistake("allowedHosts") { $0.allowedHosts = ["a", ""] },
    ]

    @Test(arguments: mistakes)
    private func aValueThatIsNotAllowedKeepsTheServerFromStarting(mistake: Mistake) async throws {
        let server = await Market().server(mistake.change)
        #expect { try server.makeResponder() } throws: { ($0 as? ConfigurationError)?.property == mistake.property }
    }

    @Test(arguments: [0, 1, 1000, 32 << 20])
    func sessionsAndAnswersHaveNoMoreThanTheirLimitTogether(bytes: Int) {
        var configuration = TableServer.Configuration()
        configuration.maxSessionBytes = bytes
        #expect((max(0, bytes - 24)...bytes).contains(configuration.maxVisitBytes + configuration.maxAnswerBytes))
    }

    @Test(arguments: ["127.0.0.1", "localhost", "127.0.0.2"])
    func thisMachineIsListenedOnUnasked(host: String) async throws {
        let server = await Market().server { ($0.http.host, $0.http.port) = (host, 0) }
        try await run(server) { address, running in
            #expect(address.port > 0)
            running.cancel()
        }
    }

    @Test func anOpenDoorThatIsAskedForIsOpen() async throws {
        let server = await Market().server {
            ($0.http.host, $0.http.port) = ("0.0.0.0", 0)
            $0.allowsAnyone = true
        }
        try await run(server) { address, running in
            #expect(address.port > 0)
            running.cancel()
        }
    }

    /// Starts a server, calls the body, and waits until the server has stopped.
    private func run(
        _ server: TableServer, _ body: (BoundAddress, Task<Void, any Error>) async throws -> Void
    ) async throws {
        var server = server
        let (addresses, continuation) = AsyncStream<BoundAddress>.makeStream()
        server.onListening { continuation.yield($0) }
        let running = Task { [server] in
            defer { continuation.finish() }
            try await server.run()
        }
        if let address = await addresses.first(where: { _ in true }) {
            do { try await body(address, running) } catch {
                running.cancel()
                throw error
            }
        }
        try await running.value
    }

    /// Who waits for the address in the output of a program finds everything before it, such as the link of the first administrator.
    @Test func partsStartBeforeTheAddressIsTold() async throws {
        var server = await Market().server { $0.http.port = 0 }
        let hasStarted = Mutex(false)
        server.addStartAction { _ in
            try? await Task.sleep(for: .milliseconds(20))
            hasStarted.withLock { $0 = true }
        }
        try await run(server) { _, running in
            #expect(hasStarted.withLock { $0 })
            running.cancel()
        }
    }

    /// A balancer sends new connections until it learns that the server stops. None of them may be lost.
    @Test func aServerThatABalancerAsksStillAcceptsConnectionsWhileItStops() async throws {
        let server = await Market().server { ($0.http.port, $0.shutdownDelay) = (0, .seconds(3600)) }
        try await testGracefulShutdown { trigger in
            try await run(server) { address, running in
                func status(_ target: String) async throws -> String {
                    String(decoding: try await StreamReader(target, port: address.port).read(12), as: UTF8.self)
                }
                #expect(try await status("/readyz") == "HTTP/1.1 200")
                trigger.triggerGracefulShutdown()
                while try await status("/readyz") == "HTTP/1.1 200" {}
                #expect(try await status("/readyz") == "HTTP/1.1 503")
                #expect(try await status("/table.json") == "HTTP/1.1 200")
                // The time of the balancer is over.
                running.cancel()
            }
        }
    }

    /// Nobody waits in a terminal.
    @Test func aServerThatNoBalancerAsksStopsAtOnce() async throws {
        let server = await Market().server { ($0.http.port, $0.shutdownDelay) = (0, .seconds(3600)) }
        try await testGracefulShutdown { trigger in
            try await run(server) { address, _ in
                _ = try await StreamReader("/healthz", port: address.port).readToEnd()
                trigger.triggerGracefulShutdown()
            }
        }
    }

    @Test func templatesThatCannotBeUsedKeepTheServerFromStarting() async throws {
        let broken = try Folder(["page.mustache": "{{#open}}"])
        let placeless = try Folder(["page.mustache": "<h1>{{title}}</h1>"])
        let nameless = try Folder(["cell-post.mustache": "{{{label}}}{{titel}}"])
        for path in [broken.path, placeless.path, nameless.path, broken.path + "/none"] {
            let server = await Market().server { $0.templatesDirectory = path }
            #expect { try server.makeResponder() } throws: {
                ($0 as? TableServerError)?.code == .unusableAssets
                    && (path != nameless.path
                        || "\($0)".hasPrefix("cell-post.mustache, line 1: Unknown name {{titel}}."))
            }
        }
    }

    @Test func `A style without a template is an anomaly`() async throws {
        let folder = try Folder(["cell-card.mustache": "{{{label}}}"])
        final class Styles: TableViewController {
            let styles: [TableViewCell.Style] = ["card", "post", "post", "subtitle", "columns"]
            override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { styles.count }
            override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
                TableViewCell(style: styles[indexPath.row])
            }
        }
        var configuration = TableServer.Configuration()
        configuration.templatesDirectory = folder.path
        var server = TableServer(configuration: configuration)
        let tableView = await Styles().tableView
        server.mount("/", tableView)
        try await server.test(.inProcess) { client in
            for target in ["/table.json", "/table.csv", "/"] {
                _ = try await client.get(target, headers: [.accept: "*/*"])
            }
            let page = try await client.get("/?_size=4", headers: [.accept: "text/html"]).text
            #expect(page.contains("cell custom"))
            #expect(
                await tableView.anomalies.recent == [
                    Anomaly(
                        .noCellTemplate,
                        "The style \"post\" has no template, so its cells look like those of the style \"default\". "
                            + "Add cell-post.mustache to the folder of the templates.")
                ])
        }
    }

    @Test func templatesStandForTheBundledOnesOfTheirNames() async throws {
        let folder = try Folder(["error.mustache": "Sorry, {{title}}.", "note.txt": "{{#open}}"])
        try await Market().server { $0.templatesDirectory = folder.path }.test(.inProcess) { client in
            let browser: HTTPFields = [.accept: "text/html"]
            let (error, page) = (try await client.get("/nothing", headers: browser), try await client.get("/"))
            #expect(error.text == "Sorry, Not found.")
            #expect(page.text.contains("fruit0"))
        }
    }

    @Test func routesMayBeAddedBesideTheTables() async throws {
        var server = await Market().server()
        server.addRoutes { router in
            router.get("/about") { _, _ in .text("About us") }
            router.get("/sections/all") { _, _ in .text("All") }
            router.post("/table.json") { _, _ in .status(.noContent) }
        }
        try await server.test(.inProcess) { client in
            #expect(try await client.get("/about").text == "About us")
            #expect(try await client.get("/sections/all").text == "All")
            #expect(try await client.get("/sections/0").status == 200)
            #expect(try await client.get("/table.json").status == 200)
            let post = try await client.post("/table.json")
            #expect(post.status == 204)
            let elsewhere = try await client.get("/about", headers: .named(["Host": "evil.example"]))
            #expect(elsewhere.status == 403)
        }
    }
}
