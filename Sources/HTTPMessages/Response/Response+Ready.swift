import Bytes
public import HTTPTypes

import Essentials
extension Response {
    /// Returns a response with text in UTF-8.
    ///
    /// - Parameters:
    ///   - text: The body.
    ///   - status: The status. Default: 200.
    ///   - contentType: The media type. Default: plain text.
    public static func text(
        _ text: String, status: HTTPResponse.Status = .ok, contentType: String = "text/plain; charset=utf-8"
    ) -> Response {
        .bytes(Array(text.utf8), status: status, contentType: contentType)
    }

    /// Returns a response with an HTML page in UTF-8.
    ///
    /// - Parameters:
    ///   - html: The page.
    ///   - status: The status. Default: 200.
    public static func html(_ html: String, status: HTTPResponse.Status = .ok) -> Response {
        .text(html, status: status, contentType: "text/html; charset=utf-8")
    }

    /// Returns a response with encoded JSON.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text in UTF-8.
    ///   - status: The status. Default: 200.
    public static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        .bytes(bytes, status: status, contentType: "application/json")
    }

    /// Returns a response with a value as JSON.
    ///
    ///     router.get("/tickets") { _, _ in try .json(await tickets.all) }
    ///
    /// Dates are written as ISO 8601 text. ``Request/decode(_:)`` reads them.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - status: The status. Default: 200.
    /// - Throws: The error of the value's encoding.
    @_disfavoredOverload
    public static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .withoutEscapingSlashes
        return .bytes(Array(try encoder.encode(value)), status: status, contentType: "application/json")
    }

    /// Returns a response with bytes of any media type.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - status: The status. Default: 200.
    ///   - contentType: The media type.
    public static func bytes(
        _ bytes: [UInt8], status: HTTPResponse.Status = .ok, contentType: String
    ) -> Response {
        Response(status: status, headers: [.contentType: contentType], body: .bytes(bytes))
    }

    /// Returns a redirection.
    ///
    /// - Parameters:
    ///   - location: The address. Characters that are not allowed in addresses are percent-encoded.
    ///   - status: The status. Default: 303, with which browsers use `GET` after a `POST`.
    public static func redirect(to location: String, status: HTTPResponse.Status = .seeOther) -> Response {
        Response(status: status, headers: [.location: PercentCoding.encode(address: location)])
    }

    /// Returns a response without a body.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The headers. Default: none.
    public static func status(_ status: HTTPResponse.Status, headers: HTTPFields = [:]) -> Response {
        Response(status: status, headers: headers)
    }
}

extension Response {
    /// Returns a file of a folder, and never one outside of it.
    ///
    ///     router.get("/files/:name") { _, parameters in try .file(parameters.value("name"), in: "uploads") }
    ///
    /// The kernel sends the file, and the content type follows from the extension of the name. The name is that of a
    /// regular file directly inside the folder. Hidden files, symbolic links and subfolders become status 404, as do
    /// names with `/`, `\\` or a NUL.
    ///
    /// Use `asDownload` for files of visitors. Otherwise a visitor can upload an HTML page that acts in your site's name.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - folder: The path of the folder.
    ///   - asDownload: Whether browsers save the file instead of showing it. Default: false.
    /// - Throws: ``HTTPError`` 404 for a name without a file, or for a name that is not allowed.
    public static func file(_ name: String, in folder: String, asDownload: Bool = false) throws -> Response {
        let isAllowed =
            !name.isEmpty && !name.utf8.contains { [0, UInt8(ascii: "/"), UInt8(ascii: "\\")].contains($0) }
            && name.utf8.first != UInt8(ascii: ".")
        let path = folder + "/" + name
        guard isAllowed, BodyFile.isRegular(path) else { throw BodyFile.missing }
        var headers: HTTPFields = [.contentType: MediaType.name(forFile: name)]
        if asDownload { headers[.contentDisposition] = "attachment" }
        return Response(headers: headers, body: .file(path: path, followsLink: false))
    }
}
