import Bytes
public import HTTPTypes

extension Response {
    /// UTF-8 text.
    public static func text(
        _ text: String, status: HTTPResponse.Status = .ok, contentType: String = "text/plain; charset=utf-8"
    ) -> Response {
        .bytes(Array(text.utf8), status: status, contentType: contentType)
    }

    /// A page of HTML in UTF-8.
    public static func html(_ html: String, status: HTTPResponse.Status = .ok) -> Response {
        .text(html, status: status, contentType: "text/html; charset=utf-8")
    }

    /// JSON that is already encoded.
    public static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        .bytes(bytes, status: status, contentType: "application/json")
    }

    /// Bytes of any type.
    public static func bytes(
        _ bytes: [UInt8], status: HTTPResponse.Status = .ok, contentType: String
    ) -> Response {
        Response(status: status, headers: [.contentType: contentType], body: .bytes(bytes))
    }

    /// A redirect; 303, unless told, so that a browser fetches the place with `GET` after a `POST`.
    ///
    /// - Parameter location: an address, in which blanks, accents and the like are percent-encoded where they are not.
    /// - Parameter status: The status of the redirect. Default: 303.
    public static func redirect(to location: String, status: HTTPResponse.Status = .seeOther) -> Response {
        Response(status: status, headers: [.location: PercentCoding.encode(address: location)])
    }

    /// A status and nothing else.
    public static func status(_ status: HTTPResponse.Status, headers: HTTPFields = [:]) -> Response {
        Response(status: status, headers: headers)
    }
}
