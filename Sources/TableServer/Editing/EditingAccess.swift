import CascadingTable
import HTTPTypes
import MicroHTTPD

/// The people who may change the rows of databases: everyone who reaches the server, or those who know a token.
package struct EditingAccess: Sendable {
    /// The token; nil for everyone who reaches the server.
    package var token: String?

    package init(token: String? = nil) { self.token = token }

    /// Returns a token of 128 random bits from the system's generator.
    package static func makeToken() -> String {
        (0..<2).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// The name of the cookie with the token of a visitor who has typed it.
    static let cookieName = "cascade-editor"
    /// The address that takes the token of a visitor.
    static let path: RoutePath = "-/editor"

    /// - Throws: ``ProblemDetails`` 401 for a request without the token.
    func check(_ request: Request) throws {
        guard let token, !isGiven(token, by: request) else { return }
        throw ProblemDetails(
            .unauthorized,
            "Only those who have the token of this server may change rows. It was printed when the server started.",
            headers: [.wwwAuthenticate: "Bearer"])
    }

    private func isGiven(_ token: String, by request: Request) -> Bool {
        let bearer = request.header(.authorization).flatMap {
            $0.lowercased().hasPrefix("bearer ") ? String($0.dropFirst(7)) : nil
        }
        return [bearer, request.cookies[Self.cookieName]].contains { $0.map { Self.isEqual($0, token) } ?? false }
    }

    /// Compares two texts in a time that does not tell where they differ.
    private static func isEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Adds the route that takes the token of a visitor.
    func route(in router: inout Router) {
        guard let token else { return }
        router.on(.post, Self.path) { request, _ in
            let form = try request.form()
            let target = form["return"].flatMap { $0.hasPrefix("/") && !$0.hasPrefix("//") ? $0 : nil } ?? "/"
            guard Self.isEqual(form["token"] ?? "", token) else {
                return Self.page(status: .unauthorized, returningTo: target, isWrong: true)
            }
            var response = Response.redirect(to: target)
            response.setCookie(try Cookie(Self.cookieName, token, sameSite: .strict))
            return response
        }
    }

    /// Returns the page with the field for the token.
    static func page(
        status: HTTPResponse.Status = .unauthorized, returningTo address: String, isWrong: Bool = false
    ) -> Response {
        var response = Response.page(title: "Token", status: status) {
            if isWrong { "<p role=\"alert\">This is not the token of this server.</p>" }
            """
            <p>Only those who have the token of this server may change rows. It was printed when the server started.</p>
            <form method="post" action="/-/editor">
            <input type="hidden" name="return" value="\(address)">
            <label>Token <input name="token" type="password" autocomplete="current-password" autofocus></label>
            <button>Continue</button>
            </form>
            """
        }
        response.headers[.wwwAuthenticate] = "Bearer"
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
