import Bytes
import CascadingTable
import TableFiles

/// The rows that a visitor pasted or chose as a file, and the columns of the table that their values belong to.
struct PastedRows: Sendable {
    /// The text, which the page shows again.
    var text: String
    /// The rows, without the one with the names of the columns.
    var rows: [TextRows.Row]
    /// The names in the first row, or else its values.
    var titles: [String]
    /// A Boolean value that indicates whether the first row has the names of the columns.
    var hasNames: Bool
    /// The field for each value of a row; nil for values that are left out.
    var fields: [TableViewEditableField?]
    /// The separator that the visitor chose; nil for the one that fits.
    var separator: UInt8?
    /// A Boolean value that indicates whether the text comes from a file.
    var isFromFile: Bool
    /// The columns of the table's key.
    private let key: [String]
    /// The faults of the whole paste.
    var issues: [TableViewValidationError.Issue] = []

    /// The limit of the text in bytes.
    static let maxBytes = 10_000_000

    private typealias Issue = TableViewValidationError.Issue

    /// Reads what a visitor sent.
    ///
    /// - Parameters:
    ///   - form: The form of the page. Names such as `column.0` say to which column the values belong.
    ///   - table: The form of a new row.
    /// - Throws: ``TextFileError``
    init(_ form: RowFormRequest, for table: RowForm) throws {
        let bytes = form.file.map(\.bytes) ?? Array((form.others["text"] ?? "").replacing("\r\n", with: "\n").utf8)
        guard bytes.count <= Self.maxBytes else {
            throw TextFileError(.invalid, "These are more than 10 MB. Use cascade import for a large file.")
        }
        let offered = table.fields.filter { !$0.kind.isFile }
        let exact = Dictionary(offered.map { (ExactString($0.name), $0) }) { first, _ in first }
        // The heading of a spreadsheet names a column.
        let alike = Dictionary(offered.map { (Self.heading($0.name), $0) }) { first, _ in first }
        func column(_ name: String) -> TableViewEditableField? { exact[ExactString(name)] ?? alike[Self.heading(name)] }
        isFromFile = form.file != nil || form.others["origin"] == "file"
        separator = form.others["separator"].flatMap { UInt8($0) }.flatMap {
            TextRows.separators.contains($0) ? $0 : nil
        }
        let read = try TextRows(
            bytes, maxRows: EditRequest.maxRows + 1, separator: separator, isClipboard: !isFromFile
        ) { column($0) != nil }
        text = read.text
        rows = read.rows
        key = table.key
        let first = rows.first?.values ?? []
        let count = rows.map(\.values.count).max() ?? 0
        let named = first.map { $0.flatMap(column) }
        // Columns that were chosen with another separator are those of other values.
        let isMapped =
            form.file == nil && form.others["column.0"] != nil
            && UInt8(form.others["separated"] ?? "") == separator
        hasNames =
            isMapped
            ? form.others["names"] == "1"
            : named.contains { $0 != nil } && named.count { $0 != nil } * 2 >= first.count { $0 != nil }
        titles = (0..<count).map { first.indices.contains($0) ? first[$0] ?? "" : "" }
        if isMapped {
            fields = (0..<count).map { index in
                form.others["column.\(index)"].flatMap { exact[ExactString($0)] }
            }
        } else if hasNames {
            fields = named + Array(repeating: nil, count: count - named.count)
        } else {
            fields = (0..<count).map { offered.indices.contains($0) ? offered[$0] : nil }
        }
        if hasNames { rows = Array(rows.dropFirst()) }
        let known = hasNames ? named.count : offered.count
        if !isMapped, let row = rows.first(where: { $0.values.dropFirst(known).contains { $0 != nil } }) {
            issues.append(.init("", "Line \(row.line) has more values than there are columns: \(row.values.count)."))
        }
        Self.replaceCommas(in: &rows, of: fields)
        for (index, field) in fields.enumerated() {
            guard let field, let other = fields[..<index].firstIndex(where: { $0?.name.isExactly(field.name) == true })
            else { continue }
            let (one, two) = (other + 1, index + 1)
            issues.append(.init("", "Values \(one) and \(two) of a row belong to the same column: \(field.name)."))
        }
        if rows.count > EditRequest.maxRows {
            issues.append(.init("", "Change at most \(EditRequest.maxRows) rows at a time."))
        }
        if rows.isEmpty { issues.append(.init("", "There are no rows in this text.")) }
        if fields.allSatisfy({ $0 == nil }) { issues.append(.init("", "Choose a column for some of the values.")) }
    }

    /// Writes points before the decimals of numbers, as an import of a file does.
    private static func replaceCommas(in rows: inout [TextRows.Row], of fields: [TableViewEditableField?]) {
        for (index, field) in fields.enumerated() where field?.kind == .decimal {
            let places = rows.indices.filter { rows[$0].values.indices.contains(index) }
            guard ColumnType(of: places.compactMap { rows[$0].values[index] }) == .commaReal else { continue }
            for place in places { rows[place].values[index]?.replace(",", with: ".") }
        }
    }

    /// The inputs of the page that say how the text is read.
    var hidden: [(name: String, value: String)] {
        [("separated", separator?.description ?? "")] + (isFromFile ? [("origin", "file")] : [])
    }

    private static func heading(_ name: String) -> String { name.lowercased().filter { !$0.isWhitespace } }

    /// The changes of the rows.
    var changes: [RowChange] {
        rows.map { row in
            let values = zip(fields, row.values).compactMap { field, text -> Field? in
                guard let field else { return nil }
                // A key that is left blank is not the key of the row whose key is an empty text.
                let isKey = key.contains(where: field.name.isExactly)
                if let text = text ?? (isKey ? nil : field.textOfBlank) { return Field(field.name, .text(text)) }
                // A blank is the default where NULL is not allowed.
                return field.states == [.standard] ? nil : Field(field.name, .null)
            }
            return RowChange(.put, values: values, types: .typed)
        }
    }
}

extension TableViewEditableField {
    /// The text that a blank stands for; nil if it is NULL. A column of texts without NULL has empty texts.
    var textOfBlank: String? {
        states.isEmpty && [.text, .multilineText].contains(kind) ? "" : nil
    }
}
