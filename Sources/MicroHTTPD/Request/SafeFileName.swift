/// The name of a file of a visitor, safe as the name of a file in a folder.
struct SafeFileName {
    let text: String

    /// The limit in bytes. File systems allow 255 bytes.
    private static let maxSize = 200

    /// Creates a safe name. Only the part after the last `/` or `\` is used.
    init(_ name: String) {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar == "/" || scalar == "\\" {
                scalars.removeAll()
            } else if Self.isHarmless(scalar) {
                scalars.append(scalar)
            }
        }
        var text = Substring(String(scalars))
        // Files that begin with a point are hidden. Some systems remove spaces and points at the end.
        while let first = text.first, first == "." || first.isWhitespace { text.removeFirst() }
        while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
        var stem = Self.stem(of: text)
        let fileExtension = text[stem.endIndex...]
        while stem.utf8.count + fileExtension.utf8.count > Self.maxSize { stem.removeLast() }
        self.text = text.isEmpty ? "file" : String(stem + fileExtension)
    }

    /// Returns the name with a random ending before its extension.
    func numbered() -> String {
        let stem = Self.stem(of: text[...])
        let number = String(UInt32.random(in: .min ... .max), radix: 16)
        return "\(stem)-\(String(repeating: "0", count: 8 - number.count))\(number)\(text[stem.endIndex...])"
    }

    /// Returns the name without its extension. An extension has at most 20 bytes.
    private static func stem(of name: Substring) -> Substring {
        guard let point = name.lastIndex(of: "."), point > name.startIndex, name[point...].utf8.count <= 20 else {
            return name
        }
        return name[..<point]
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Format characters, too: some of them reverse the text, which disguises the extension.
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: !"\":*?<>|".unicodeScalars.contains(scalar)
        }
    }
}
