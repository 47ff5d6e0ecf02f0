import Bytes

/// Text as a field between commas or tabs.
enum DelimitedText {
    /// In quotes where it holds a quote, a comma or a line end (RFC 4180, 2); otherwise as it is.
    static func commaSeparated(_ text: String) -> String { delimited(text, isComma: true) }

    /// What would end the field or the line, by a backslash and a letter.
    static func tabSeparated(_ text: String) -> String { delimited(text, isComma: false) }

    private static func delimited(_ text: String, isComma: Bool) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            ByteWriter.text { $0.delimited(UnsafeRawBufferPointer(utf8), isComma: isComma, isGuarded: false) }
        }
    }

    /// Whether a spreadsheet would take a text for a formula that begins with that.
    static func beginsFormula(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0D, UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): true
        default: false
        }
    }
}

extension ByteWriter {
    /// Writes a text as a field between commas or tabs.
    ///
    /// - Parameter isGuarded: Whether an apostrophe keeps spreadsheets from taking it for a formula.
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

/// A field of CSV in its quotes.
private enum QuotedContext: EscapingContext {
    static func isClean(_ byte: UInt8) -> Bool { byte != 0x22 }
    static func suspects(_ bytes: UInt64) -> UInt64 { bytes.has(0x22) }
    static func replacement(for byte: UInt8) -> EscapedByte { EscapedByte("\"\"") }
}

/// A field of TSV.
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
