import HTTPTypes

/// The parts of a browser form with files (`multipart/form-data`).
///
///     let form = try request.multipart()
///     let title = form["title"] ?? ""
///     if let photo = form.file("photo") { try await photo.write(to: "uploads") }
public struct MultipartForm: Sendable, Hashable {
    /// The parts, in order.
    public let parts: [Part]

    /// The text of the first part with a name that is no file; nil without one, or for a text that is not UTF-8.
    public subscript(name: String) -> String? {
        parts.first { $0.name == name && $0.fileName == nil }?.text
    }

    /// Returns the first file with a name. A file field in which no file was chosen has none.
    ///
    /// - Parameter name: The name of the field.
    public func file(_ name: String) -> Part? { files(name).first }

    /// Returns the files of a field in which several can be chosen.
    ///
    /// - Parameter name: The name of the field.
    public func files(_ name: String) -> [Part] {
        parts.filter { $0.name == name && $0.isFile }
    }

    /// A part of the form: a text, or a file.
    public struct Part: Sendable, Hashable {
        /// The name of the field.
        public let name: String
        /// The name of the file, safe as a name on this system; nil for a text.
        ///
        /// It has no folders, does not begin with a dot, and has at most 200 bytes. Characters that are special in a
        /// folder, an address or a header become underscores, such as `%`, `#`, `?`, `:` and control characters. It is
        /// `file` if nothing else is left.
        public let fileName: String?
        /// The media type that the client states; nil without one. The client may be wrong, or lie.
        public let contentType: String?
        /// The bytes of the part.
        public let bytes: [UInt8]
        /// A Boolean value that indicates whether the client sent a file without a name.
        let hasNoFileName: Bool

        /// A Boolean value that indicates whether the part is a file, which a field without a chosen file is not.
        package var isFile: Bool { fileName != nil && !(bytes.isEmpty && hasNoFileName) }

        package init(name: String, fileName: String?, contentType: String?, bytes: [UInt8]) {
            (self.name, self.contentType, self.bytes) = (name, contentType, bytes)
            self.fileName = fileName.map(SafeFileName.init)?.text
            hasNoFileName = fileName == ""
        }

        /// The bytes as text; nil if they are not UTF-8.
        public var text: String? { String(validating: bytes, as: UTF8.self) }

        /// Writes the part to a new file in a folder. It never overwrites a file, and never leaves the folder.
        ///
        /// The file gets the ``fileName`` of the part once it is complete. If that name is taken, it gets a random
        /// ending: `photo-1b9f04c2.jpg`.
        ///
        /// - Parameter folder: The path of the folder, which must exist on a file system with hard links.
        /// - Returns: The name of the new file.
        /// - Throws: ``HTTPServerError`` with code `cannotWriteFile`.
        @discardableResult
        public func write(to folder: String) async throws -> String {
            let name = SafeFileName(fileName ?? "")
            let names = [name.text, name.numbered(), name.numbered()]
            if let name = try NewFile.write(bytes, to: folder, as: names) { return name }
            throw HTTPServerError(.cannotWriteFile, "Cannot write a file in \(folder): the names are taken.")
        }
    }
}

extension Request {
    /// Returns the parts of a browser form with files (`multipart/form-data`).
    ///
    /// The whole body is in memory, at most ``HTTPConfiguration/maxBodySize`` bytes. A name has at most 256 bytes,
    /// and the headers of a part at most 8 KiB.
    ///
    /// - Parameter maxParts: The limit of parts. Default: ``HTTPConfiguration/maxQueryItems``.
    /// - Throws: ``HTTPError`` 415 for another media type, 400 for a malformed body or too many parts.
    public func multipart(maxParts: Int? = nil) throws -> MultipartForm {
        guard let type = header(.contentType), MediaType(type)?.text == "multipart/form-data",
            let boundary = HeaderParameters(type)["boundary"], (1...70).contains(boundary.utf8.count)
        else { throw HTTPError(.unsupportedMediaType, "The request body must be multipart/form-data.") }
        var parser = MultipartParser(body, boundary: boundary, maxParts: maxParts ?? head.maxQueryItems)
        return MultipartForm(parts: try parser.parts())
    }
}

/// A name for a file from a text of a visitor, safe in a folder, in an address and in a header.
///
/// Characters that are special in one of them become underscores. The name has no dots and spaces at its ends.
package struct SafeFileName {
    package let text: String

    /// Creates a safe name of the part of a path after the last `/` or `\`.
    init(_ path: String) {
        let scalars = path.unicodeScalars
        let slash = scalars.lastIndex { $0 == "/" || $0 == "\\" }
        self.init(title: String(scalars[(slash.map { scalars.index(after: $0) } ?? scalars.startIndex)...]))
    }

    /// Creates a safe name of a text.
    ///
    /// - Parameters:
    ///   - title: The text. Its slashes become underscores, too.
    ///   - maxSize: The limit in bytes. Default: 200. File systems allow 255 bytes.
    ///   - fallback: The name if nothing is left of the text. Default: `file`.
    package init(title: String, maxSize: Int = 200, fallback: String = "file") {
        // File systems compare bytes. The first character of a name can be a dot with an accent, which hides the file.
        let trimmed = Self.trimmed(title.unicodeScalars[...])
        let name = String.UnicodeScalarView(trimmed.map { Self.isHarmless($0) ? $0 : "_" })
        let end = Self.endOfStem(in: name)
        var stem = name[..<end]
        var size = String(name).utf8.count
        while size > maxSize, let last = stem.popLast() { size -= UTF8.width(last) }
        let text = String(Self.trimmed((String(stem) + String(name[end...])).unicodeScalars[...]))
        self.text = text.isEmpty ? fallback : text
    }

    /// Returns the name with a random ending before its extension.
    func numbered() -> String {
        let end = Self.endOfStem(in: text.unicodeScalars)
        let number = String(UInt32.random(in: .min ... .max), radix: 16)
        return "\(text[..<end])-\(String(repeating: "0", count: 8 - number.count))\(number)\(text[end...])"
    }

    /// Returns the index of the extension, which has at most 20 bytes with its dot; the end of the name without one.
    private static func endOfStem(in name: String.UnicodeScalarView) -> String.Index {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex, String(name[dot...]).utf8.count <= 20 else {
            return name.endIndex
        }
        return dot
    }

    /// Removes dots and spaces at both ends. A dot hides a file, and some systems remove both at the end.
    private static func trimmed(_ name: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        var name = name
        while let first = name.first, first == "." || first.properties.isWhitespace { name.removeFirst() }
        while let last = name.last, last == "." || last.properties.isWhitespace { name.removeLast() }
        return name
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Format characters, too: some of them reverse the text, which disguises the extension.
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: !"\"\\/:*?<>|%#".unicodeScalars.contains(scalar)
        }
    }
}
