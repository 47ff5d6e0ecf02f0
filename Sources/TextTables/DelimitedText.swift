import Bytes

/// The escaping of text in CSV and TSV fields.
enum DelimitedText {
    /// Returns a CSV or TSV field.
    ///
    /// In CSV, text with a quote, a comma or a line end is put in quotes (RFC 4180, 2). In TSV, tabs, line ends and
    /// backslashes become a backslash and a letter.
    static func escaped(_ text: String, isComma: Bool) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            ByteWriter.text { $0.delimited(UnsafeRawBufferPointer(utf8), isComma: isComma, isGuarded: false) }
        }
    }

    /// Returns whether spreadsheets read a text as a formula.
    ///
    /// A text that is only a number with a sign is none. Readers of TSV may remove the quotation marks at the beginning,
    /// which CSV doubles.
    static func isFormula(_ utf8: UnsafeRawBufferPointer, isComma: Bool) -> Bool {
        let text = isComma ? utf8[...] : utf8.drop { $0 == UInt8(ascii: "\"") }
        switch text.first {
        case 0x09, 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: "@"): return true
        case UInt8(ascii: "+"), UInt8(ascii: "-"): return !isNumber(text.dropFirst())
        // Some spreadsheets read ＝, ＋, － and ＠ like their narrow forms.
        case 0xEF: return ["＝", "＋", "－", "＠"].contains { text.starts(with: $0.utf8) }
        default: return false
        }
    }

    /// Returns whether a text is digits with points and commas between them, and perhaps an exponent.
    private static func isNumber(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        let rest = text.drop { isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        guard text[..<rest.startIndex].contains(where: isDigit) else { return false }
        guard let first = rest.first else { return true }
        let sign = rest.dropFirst().first
        let isSigned = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
        let exponent = rest.dropFirst(isSigned ? 2 : 1)
        return first | 0x20 == UInt8(ascii: "e") && !exponent.isEmpty && exponent.allSatisfy(isDigit)
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
        let needsApostrophe = isGuarded && DelimitedText.isFormula(utf8, isComma: isComma)
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
