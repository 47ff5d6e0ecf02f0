import HTTPMessages
import HTTPTypes

/// The security headers of every response.
enum SecurityHeaders {
    /// A policy without inline scripts and styles. Only pictures may come from other sites, over TLS. Pages of this
    /// server may be in frames of its own pages, and in no others.
    static let contentSecurityPolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; connect-src 'self'; \
        frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'
        """

    /// Adds the security headers that the response does not set itself.
    static func add(to headers: inout HTTPFields) {
        guard !areAdded(to: headers) else { return }
        for field in fields where !headers.contains(field.name) { headers.append(field) }
    }

    /// The header by which browsers ask for the site by TLS only, for half a year (RFC 6797).
    static let transportSecurity = HTTPField(name: .strictTransportSecurity, value: "max-age=15552000")

    /// Returns whether the headers were added. Only the policy is compared, because every response is checked.
    ///
    /// A 304 response gets none: caches keep the headers of the stored response (RFC 9110, 15.4.5; RFC 9111, 4.3.4).
    static func areAdded(to prepared: PrebuiltResponse) -> Bool {
        prepared.status == .notModified || prepared.header(.contentSecurityPolicy) == contentSecurityPolicy
    }

    private static func areAdded(to headers: HTTPFields) -> Bool {
        headers.contains { $0.name == .contentSecurityPolicy && $0.value == contentSecurityPolicy }
    }

    private static let fields = HTTPFields(
        [
            (.contentSecurityPolicy, contentSecurityPolicy),
            (.xContentTypeOptions, "nosniff"),
            // Not `no-referrer`, which makes browsers send forms with `Origin: null`.
            (HTTPField.Name("Referrer-Policy"), "same-origin"),
            (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
            (.crossOriginResourcePolicy, "same-origin"),
        ].compactMap { name, value in name.map { HTTPField(name: $0, value: value) } })
}

extension Response {
    /// This response with the security headers.
    var secured: Response {
        guard status != .notModified else { return self }
        var response = self
        SecurityHeaders.add(to: &response.headers)
        return response
    }
}

extension Response {
    /// The response to a request by TLS: its cookies are sent back by TLS only.
    ///
    /// - Parameter isDirect: Whether this server has the certificate. A proxy sends the header of its own.
    func overTLS(isDirect: Bool) -> Response {
        var response = self
        if isDirect, status != .notModified, response.prebuilt == nil {
            response.headers[.strictTransportSecurity] = SecurityHeaders.transportSecurity.value
        }
        guard headers.contains(.setCookie) else { return response }
        response.headers[values: .setCookie] = headers[values: .setCookie].map { cookie in
            let attributes = cookie.split(separator: ";").dropFirst()
            let isSecure = attributes.contains { $0.trimmingPrefix(" ").lowercased() == "secure" }
            return isSecure ? cookie : "\(cookie); Secure"
        }
        return response
    }
}

extension HTTPField.Name {
    /// The header in which browsers name the origin of a request (Fetch Metadata).
    static let secFetchSite = Self("Sec-Fetch-Site")
}
