import FlyingFox
import Foundation

enum FlyingFoxPeer {
    static func serve(_ page: Page, port: UInt16) async throws {
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
        for (path, html) in [("/", page.html), ("/named", page.htmlByName)] {
            await server.appendRoute(HTTPRoute("GET \(path)")) { _ in
                HTTPResponse(
                    statusCode: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: Data(html().utf8))
            }
        }
        await server.appendRoute("GET /table.json") { _ in
            HTTPResponse(
                statusCode: .ok, headers: [.contentType: "application/json"], body: try page.json())
        }
        try await server.run()
    }
}
