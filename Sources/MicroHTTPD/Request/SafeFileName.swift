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
