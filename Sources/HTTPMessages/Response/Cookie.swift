import HTTPTypes

/// A cookie that a response sets. Scripts cannot read it, and other sites cannot send it with `POST`, by default.
///
///     var response = Response.redirect(to: "/")
///     response.setCookie(try Cookie("session", token, maxAge: .seconds(86_400)))
///
/// `TableServer` adds `Secure` to the cookies of requests that came over TLS.
public struct Cookie: Sendable, Hashable {
    /// The requests from other sites that a browser sends a cookie with.
    public enum SameSite: String, Sendable, Hashable {
        /// No requests.
        case strict = "Strict"
        /// Links and other navigation with `GET`.
        case lax = "Lax"
        /// All requests. Browsers require ``Cookie/isSecure``.
        case none = "None"
    }

    /// The name of the cookie.
    public let name: String
    /// The value of the cookie.
    public let value: String
    /// The time until the browser forgets the cookie, rounded up to whole seconds; nil for the end of the browser's session.
    public let maxAge: Duration?
    /// The path below which the browser sends the cookie.
    public let path: String
    /// The domain whose subdomains get the cookie, too; nil for the host of the response alone.
    public let domain: String?
    /// A Boolean value that indicates whether the browser sends the cookie over TLS only.
    public let isSecure: Bool
    /// A Boolean value that indicates whether scripts cannot read the cookie.
    public let isHTTPOnly: Bool
    /// The requests from other sites that the browser sends the cookie with.
    public let sameSite: SameSite

    /// The limit of a cookie in bytes. Browsers ignore longer cookies.
    private static let maxSize = 4096

    /// Creates a cookie.
    ///
    /// To delete a cookie, set it with an empty value and the `maxAge` 0, with the path and domain that it was set with.
    ///
    /// - Parameters:
    ///   - name: The name: ASCII letters, digits and `!#$%&'*+-.^_|~` or a grave accent.
    ///   - value: The value: ASCII characters without blanks, quotation marks, commas, semicolons and backslashes.
    ///   - maxAge: The time until the browser forgets the cookie. Default: nil, the end of the browser's session.
    ///   - path: The path below which the browser sends the cookie. Default: `/`.
    ///   - domain: The domain whose subdomains get the cookie, too. Default: nil, the host of the response alone.
    ///   - isSecure: Whether the browser sends the cookie over TLS only. Default: false.
    ///   - isHTTPOnly: Whether scripts cannot read the cookie. Default: true.
    ///   - sameSite: The requests from other sites that the browser sends the cookie with. Default: `lax`.
    /// - Throws: ``HTTPServerError`` with code `invalidCookie` for a name or value with another character, for more than
    ///   4,096 bytes, or for `sameSite` `none` without `isSecure`.
    public init(
        _ name: String, _ value: String, maxAge: Duration? = nil, path: String = "/", domain: String? = nil,
        isSecure: Bool = false, isHTTPOnly: Bool = true, sameSite: SameSite = .lax
    ) throws {
        (self.name, self.value, self.maxAge, self.path, self.domain) = (name, value, maxAge, path, domain)
        (self.isSecure, self.isHTTPOnly, self.sameSite) = (isSecure, isHTTPOnly, sameSite)
        guard HTTPField.Name(name) != nil, !name.hasPrefix(":") else { throw Self.invalid("name", of: name) }
        guard value.utf8.allSatisfy(Self.isValueCharacter) else { throw Self.invalid("value", of: name) }
        guard path.hasPrefix("/"), path.utf8.allSatisfy(Self.isAttributeCharacter) else {
            throw Self.invalid("path", of: name)
        }
        guard domain?.utf8.allSatisfy(Self.isAttributeCharacter) != false else {
            throw Self.invalid("domain", of: name)
        }
        guard sameSite != .none || isSecure else {
            throw HTTPServerError(
                .invalidCookie,
                "The cookie \"\(name)\" cannot be set: browsers require isSecure for the value none of sameSite.")
        }
        guard field.utf8.count <= Self.maxSize else {
            throw HTTPServerError(.invalidCookie, "The cookie \"\(name)\" is larger than \(Self.maxSize) bytes.")
        }
    }

    /// The value of the `Set-Cookie` header.
    var field: String {
        var field = "\(name)=\(value); Path=\(path)"
        if let domain { field += "; Domain=\(domain)" }
        if let (seconds, rest) = maxAge?.components { field += "; Max-Age=\(max(rest > 0 ? seconds + 1 : seconds, 0))" }
        if isHTTPOnly { field += "; HttpOnly" }
        field += "; SameSite=\(sameSite.rawValue)"
        if isSecure { field += "; Secure" }
        return field
    }

    private static func isValueCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }

    private static func isAttributeCharacter(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: ";")
    }

    private static func invalid(_ part: String, of name: String) -> HTTPServerError {
        HTTPServerError(
            .invalidCookie, "The cookie \"\(name)\" cannot be set: its \(part) has a character that is not allowed.")
    }
}

extension Response {
    /// Sets a cookie. It replaces a cookie of this name that the response already sets.
    ///
    /// - Parameter cookie: The cookie.
    public mutating func setCookie(_ cookie: Cookie) {
        headers[values: .setCookie].removeAll { $0.hasPrefix("\(cookie.name)=") }
        headers.append(HTTPField(name: .setCookie, value: cookie.field))
    }
}
