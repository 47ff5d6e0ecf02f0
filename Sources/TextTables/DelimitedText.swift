import Bytes

/// The escaping of text in CSV and TSV fields.
enum DelimitedText {
    /// Returns a CSV field. Text with a quote, a comma or a line end is put in quotes (RFC 4180, 2).
    static func commaSeparated(_ text: String) -> String { delimited(text, isComma: true) }

    /// Returns a TSV field. Tabs, line ends and backslashes become a backslash and a letter.
    static func tabSeparated(_ text: String) -> String { delimited(text, isComma: false) }

    private static func delimited(_ text: String, isComma: Bool) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            ByteWriter.text { $0.delimited(UnsafeRawBufferPointer(utf8), isComma: isComma, isGuarded: false) }
        }
    }

    /// Returns whether spreadsheets read a text that begins with this byte as a formula.
    static func beginsFormula(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0D, UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): true
        default: false
        }
    }
}

extension ByteWriter {
    /// Writes a text as a CSV or TSV field.
    ///
    /// - Parameters:
    ///   - utf8: The text.
    ///   - isComma: Whether the format is CSV. Otherwise it is TSV.
    ///   - isGuarded: Whether an apostrophe keeps spreadsheets from reading the text as a formula.
    mutating func delimited(_ utf8: UnsafeRawBufferPointer, isComma: Bool, isGuarded: Bool) {
        let needsApostrophe = isGuarded && utf8.first.map(DelimitedText.beginsFormula) == true
        if isComma {
            let needsQuotes = utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
            if needsQuotes { byte(0x22) }
            if needsApostrophe { byte(UInt8(ascii: "'")) }
            if needsQuotes { escaped(utf8, QuotedContext.self) } else { append(utf8) }
            if needsQuotes { byte(0x22) }
        } else {
            if needsApostrophe { byte(UInt8(ascii: "'")) }
            escaped(utf8, TabSeparatedContext.self)
        }
    }
}

/// The escaping in quoted CSV fields.
private enum QuotedContext: EscapingContext {
    static func isClean(_ byte: UInt8) -> Bool { byte != 0x22 }
    static func suspects(_ bytes: UInt64) -> UInt64 { bytes.has(0x22) }
    static func replacement(for byte: UInt8) -> EscapedByte { EscapedByte("\"\"") }
}

/// The escaping in TSV fields.
private enum TabSeparatedContext: EscapingContext {
    static func isClean(_ byte: UInt8) -> Bool {
        byte != 0x09 && byte != 0x0A && byte != 0x0D && byte != 0x5C
    }

    static func suspects(_ bytes: UInt64) -> UInt64 { bytes.hasLess(than: 0x20) | bytes.has(0x5C) }

    static func replacement(for byte: UInt8) -> EscapedByte {
        switch byte {
        case 0x09: EscapedByte("\\t")
        case 0x0A: EscapedByte("\\n")
        case 0x0D: EscapedByte("\\r")
        default: EscapedByte("\\\\")
        }
    }
}
