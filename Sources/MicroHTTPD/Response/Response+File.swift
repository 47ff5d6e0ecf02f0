import HTTPTypes

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
