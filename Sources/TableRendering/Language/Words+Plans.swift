import CascadingTable

/// The words of pages that change many rows.
extension Words {
    package var pasteRows: StaticString { say(en: "Paste rows", de: "Zeilen einfügen", he: "הדבקת שורות") }
    var pasteNew: StaticString {
        say(
            en:
                "Paste rows from a spreadsheet, or choose a CSV or TSV file. You see what would change before anything is written. All rows are new, because the table has no key.",
            de:
                "Füge Zeilen aus einer Tabellenkalkulation ein, oder wähle eine CSV- oder TSV-Datei. Du siehst, was sich ändern würde, bevor etwas geschrieben wird. Alle Zeilen sind neu, weil die Tabelle keinen Schlüssel hat.",
            he:
                "הדביקו שורות מגיליון, או בחרו קובץ CSV או TSV. תראו מה ישתנה לפני שמשהו נכתב. כל השורות חדשות, כי לטבלה אין מפתח."
        )
    }
    private var pasteByKey: StaticString {
        say(
            en:
                "Paste rows from a spreadsheet, or choose a CSV or TSV file. You see what would change before anything is written. Rows whose % is there are changed; the others are new.",
            de:
                "Füge Zeilen aus einer Tabellenkalkulation ein, oder wähle eine CSV- oder TSV-Datei. Du siehst, was sich ändern würde, bevor etwas geschrieben wird. Zeilen, deren % es gibt, werden geändert; die anderen sind neu.",
            he:
                "הדביקו שורות מגיליון, או בחרו קובץ CSV או TSV. תראו מה ישתנה לפני שמשהו נכתב. שורות ש־% שלהן קיים ישתנו; האחרות חדשות."
        )
    }
    /// Returns the help of a paste into a table with a key.
    func paste(byKey key: [String]) -> String { fill(pasteByKey, with: isolated(key.joined(separator: ", "))) }

    var pastedRows: StaticString { say(en: "Rows", de: "Zeilen", he: "שורות") }
    var orFile: StaticString { say(en: "Or a file", de: "Oder eine Datei", he: "או קובץ") }
    var firstRowHasNames: StaticString {
        say(
            en: "The first row has the names of the columns", de: "Die erste Zeile enthält die Namen der Spalten",
            he: "השורה הראשונה מכילה את שמות העמודות")
    }
    var leaveOut: StaticString { say(en: "leave out", de: "weglassen", he: "להשמיט") }
    var separator: StaticString { say(en: "Separator", de: "Trennzeichen", he: "מפריד") }
    /// Returns the title of a separator; nil for the one that fits, and 0 for none.
    func separator(_ byte: UInt8?) -> String {
        switch byte {
        case nil: say(en: "automatic", de: "automatisch", he: "אוטומטי").description
        case 0: say(en: "each line is one value", de: "jede Zeile ist ein Wert", he: "כל שורה היא ערך אחד").description
        case 0x09: say(en: "tab", de: "Tabulator", he: "טאב").description
        case let byte?: "\(Unicode.Scalar(byte))"
        }
    }
    var check: StaticString { say(en: "Check", de: "Prüfen", he: "בדיקה") }
    private var lineNumber: StaticString { say(en: "line %", de: "Zeile %", he: "שורה %") }
    /// Returns the place of a row in a text.
    func line(_ number: Int) -> String { fill(lineNumber, with: self.number(number)) }

    /// Returns the title of a row's result in a rehearsal, such as `insert`.
    func result(_ result: String) -> StaticString {
        switch result {
        case "insert": say(en: "new", de: "neu", he: "חדש")
        case "change": say(en: "changed", de: "geändert", he: "ישתנה")
        case "delete": say(en: "deleted", de: "gelöscht", he: "יימחק")
        case "equal": say(en: "equal", de: "gleich", he: "זהה")
        default: say(en: "failing", de: "fehlerhaft", he: "נכשל")
        }
    }

    /// Returns how a new value has another type than the old one, such as `number → text`; nil if it has not.
    func changeOfType(_ old: FieldValue, _ new: FieldValue) -> String? {
        guard let old = type(of: old)?.description, let new = type(of: new)?.description, old != new else { return nil }
        return say(en: "\(old) → \(new)", de: "\(old) → \(new)", he: "\(old) ← \(new)")
    }

    /// Returns the type of a stored value; nil for NULL.
    private func type(of value: FieldValue) -> StaticString? {
        switch value {
        case .integer, .decimal, .number, .boolean: say(en: "number", de: "Zahl", he: "מספר")
        case .text, .excerpt: say(en: "text", de: "Text", he: "טקסט")
        case .bytes: say(en: "bytes", de: "Bytes", he: "בתים")
        default: nil
        }
    }

    /// Returns how many rows have which result, such as `2 new, 1 changed`.
    func counts(of results: [String]) -> String {
        ["failing", "insert", "change", "delete", "equal"].compactMap { result in
            let count = results.count { $0 == result }
            return count == 0 ? nil : "\(number(count)) \(self.result(result))"
        }.joined(separator: ", ")
    }

    private var more: Plural {
        say(
            en: Plural(one: "and % more row", other: "and % more rows"),
            de: Plural(one: "und % weitere Zeile", other: "und % weitere Zeilen"),
            he: Plural(one: "ועוד שורה אחת", two: "ועוד שתי שורות", other: "ועוד % שורות"))
    }
    func moreRows(_ count: Int) -> String { self.count(count, more) }

    private var changing: Plural {
        say(
            en: Plural(one: "Change % row", other: "Change % rows"),
            de: Plural(one: "% Zeile ändern", other: "% Zeilen ändern"),
            he: Plural(one: "שינוי שורה אחת", two: "שינוי שתי שורות", other: "שינוי % שורות"))
    }
    package func changeRows(_ count: Int) -> String { self.count(count, changing) }

    private var deleting: Plural {
        say(
            en: Plural(one: "Delete % row", other: "Delete % rows"),
            de: Plural(one: "% Zeile löschen", other: "% Zeilen löschen"),
            he: Plural(one: "מחיקת שורה אחת", two: "מחיקת שתי שורות", other: "מחיקת % שורות"))
    }
    package func deleteRows(_ count: Int) -> String { self.count(count, deleting) }

    private var writing: Plural {
        say(
            en: Plural(one: "Write % row", other: "Write % rows"),
            de: Plural(one: "% Zeile schreiben", other: "% Zeilen schreiben"),
            he: Plural(one: "כתיבת שורה אחת", two: "כתיבת שתי שורות", other: "כתיבת % שורות"))
    }
    func writeRows(_ count: Int) -> String { self.count(count, writing) }
}
