package import CascadingTable
package import HTTPMessages
import HTTPTypes
import LocalizedMessages
import TableRendering

/// The people who may change the rows of databases.
package struct EditingAccess: Sendable {
    /// The token that they know; nil if rights do not depend on a token.
    package let token: String?
    /// Returns what a user may see and change; nil if rights do not depend on users.
    package let rights: (@Sendable (TableVisitor) -> any VisitorRights)?

    /// Creates the access of everyone who reaches the server, or of those who know a token.
    package init(token: String? = nil) { (self.token, rights) = (token, nil) }

    /// Creates the access of users with rights.
    package init(_ rights: @escaping @Sendable (TableVisitor) -> any VisitorRights) {
        (token, self.rights) = (nil, rights)
    }

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

    /// - Throws: ``ProblemDetails`` 401 for a request without the token, 403 for a user who may only read.
    func check(_ request: Request) throws {
        try check(TableVisitor(user: request.visitor.user))
        guard let token, !isGiven(token, by: request) else { return }
        throw ProblemDetails(.unauthorized, Self.explanation, headers: [.wwwAuthenticate: "Bearer"])
    }

    /// Returns whether a request lacks the token, which a visitor can type.
    func isMissing(in request: Request) -> Bool { token.map { !isGiven($0, by: request) } ?? false }

    /// - Throws: ``ProblemDetails`` 403 for a user who may only read.
    func check(_ visitor: TableVisitor) throws {
        guard rights?(visitor).canEdit == false else { return }
        throw ProblemDetails(.forbidden, "You may only read. Ask an administrator for the role of an editor.")
    }

    private static let explanation: LocalizedMessage =
        "Only those who have the token of this server may change rows. It was printed when the server started."

    private func isGiven(_ token: String, by request: Request) -> Bool {
        [request.bearerToken, request.cookies[Self.cookieName]].contains { $0.map { Self.isEqual($0, token) } ?? false }
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
            let target = Request.localAddress(form["return"])
            guard Self.isEqual(form["token"] ?? "", token) else {
                return Self.page(returningTo: target, isWrong: true)
            }
            var response = Response.redirect(to: target)
            response.setCookie(try Cookie(Self.cookieName, token, sameSite: .strict))
            return response
        }
    }

    /// Returns the page with the field for the token.
    static func page(returningTo address: String, isWrong: Bool = false) -> Response {
        var response = Response.page(
            FormPage(
                "Token", error: isWrong ? "This is not the token of this server." : nil,
                [
                    .init(
                        nil, [explanation], action: "/-/editor", hidden: [("return", address)],
                        fields: [.init("Token", "token", kind: .password)], button: "Continue")
                ]), status: .unauthorized)
        response.headers[.wwwAuthenticate] = "Bearer"
        return response
    }
}

extension Request {
    /// The token of the header `Authorization` (RFC 6750); nil for none.
    package var bearerToken: String? {
        header(.authorization).flatMap { $0.lowercased().hasPrefix("bearer ") ? String($0.dropFirst(7)) : nil }
    }

    /// Returns an address of this server that a form has sent, such as that of the page to return to; else `/`.
    package static func localAddress(_ text: String?) -> String {
        // Browsers read a backslash as a slash, and ignore tabs and line ends.
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return "/" }
        return text
    }
}
