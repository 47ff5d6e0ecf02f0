import Foundation
import Hummingbird

enum HummingbirdPeer {
    static func serve(_ page: Page, port: UInt16) async throws {
        let router = Router()
        for (path, html) in [("/", page.html), ("/named", page.htmlByName)] {
            router.get(RouterPath(path)) { _, _ in
                Response(
                    status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
                    body: .init(byteBuffer: ByteBuffer(string: html())))
            }
        }
        router.get("/table.json") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(data: try page.json())))
        }
        var application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: Int(port))))
        application.logger.logLevel = .error
        try await application.runService()
    }
}
