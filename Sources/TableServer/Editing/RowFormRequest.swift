import Bytes
import CascadingTable
import Essentials
import HTTPMessages
import HTTPTypes
import TableRendering

/// The values that a visitor sent with the form of a row of a database.
///
/// The values of columns have names of their own: `value.title`, and `state.title` for NULL and the default. So a column can
/// have any name.
struct RowFormRequest: Sendable {
    /// The typed texts, by column.
    var texts: [ExactString: String] = [:]
    /// The chosen states, by column.
    var states: [ExactString: FieldState] = [:]
    /// The chosen files, by column.
    var files: [ExactString: TableViewFile] = [:]
    /// The values that the form was made with.
    var old: [Field] = []
    /// The digest of the row that the form was made with.
    var tag: String?
    /// The identifiers of selected rows.
    var rows: [String] = []
    /// A Boolean value that indicates whether all rows of the list are selected.
    var selectsAll: Bool { others["all"] == "1" }
    /// The file of rows that the visitor chose.
    var file: TableViewFile?
    /// The values with other names.
    var others: [String: String] = [:]

    /// The form of a row.
    enum Kind: String, CaseIterable { case edit, new, delete, restore }

    /// The prefixes of names.
    static let (value, state) = ("value.", "state.")

    init(_ request: Request) throws {
        let body = try FormBody(request, limit: Self.maxItems)
        for (name, text) in body.values { take(name, text) }
        for (name, chosen) in body.files {
            if name.hasPrefix(Self.value) {
                let name = ExactString(String(name.dropFirst(Self.value.count)))
                files[name] = files[name] ?? chosen
            } else {
                file = file ?? chosen
            }
        }
    }

    /// The limit of inputs: two for each column of the widest table of SQLite.
    static let maxItems = 70_000

    private mutating func take(_ name: String, _ text: String) {
        if name.hasPrefix(Self.value) {
            texts[ExactString(String(name.dropFirst(Self.value.count)))] = text
        } else if name.hasPrefix(Self.state), let state = FieldState(rawValue: text) {
            states[ExactString(String(name.dropFirst(Self.state.count)))] = state
        } else if name == "old" {
            var reader = JSONReader(text)
            old = (try? reader.fields(at: name)) ?? []
        } else if name == "tag", !text.isEmpty {
            tag = text
        } else if name == "rows" {
            // The place of the row comes before its identifier.
            if let mark = text.firstIndex(of: "@") { rows.append(String(text[text.index(after: mark)...])) }
        } else {
            others[name] = text
        }
    }

    /// The inputs that send the same again, in the order of their names.
    var typed: [(name: String, value: String)] {
        let values = texts.map { (name: Self.value + $0.key.wrappedValue, value: $0.value) }
        return (values + states.map { (Self.state + $0.key.wrappedValue, $0.value.rawValue) }).sorted {
            $0.name < $1.name
        }
    }

    /// Returns the fields as the form showed them, which may be another state than that of the row now.
    func shown(_ fields: [TableViewEditableField]) -> [TableViewEditableField] {
        let old = Dictionary(old.map { (ExactString($0.name), $0.value) }) { first, _ in first }
        return fields.map { field in
            guard let value = old[ExactString(field.name)] else { return field }
            var field = field
            (field.value, field.state) = (value.formText, value == .null ? .null : .value)
            return field
        }
    }

    /// Returns the values that the visitor changed, or those of a new row.
    ///
    /// - Throws: ``TableViewValidationError`` with everything that is no value of its field.
    func values(_ fields: [TableViewEditableField], isNew: Bool) throws(TableViewValidationError) -> [Field] {
        var (values, issues): ([Field], [TableViewValidationError.Issue]) = ([], [])
        let names = Set(fields.map { ExactString($0.name) })
        for name in texts.keys.filter({ !names.contains($0) }).map(\.wrappedValue).sorted() {
            issues.append(.init("", "The form has no field \"\(name)\"."))
        }
        for field in fields {
            let name = ExactString(field.name)
            guard let text = texts[name] ?? files[name]?.name ?? states[name].map({ _ in "" }) else { continue }
            var state = states[name] ?? .value
            let isUnchanged = files[name] == nil && field.isUnchanged(by: text)
            // A typed value counts without the choice.
            if state == field.state, !text.isEmpty, !isUnchanged { state = .value }
            if !isNew, state == field.state, isUnchanged || state == .null && text.isEmpty { continue }
            if state != .value {
                guard text.isEmpty || isUnchanged else {
                    issues.append(.init(field.name, "Choose between the typed value and \(state.title)."))
                    continue
                }
                if state == .null { values.append(Field(field.name, .null)) }
                continue
            }
            if let file = files[name] {
                values.append(Field(field.name, .bytes(file.bytes)))
            } else if !field.kind.isFile {
                do {
                    let text = try field.restoringSentScalars(of: text)
                    values.append(Field(field.name, try field.storedValue(of: text)))
                } catch {
                    issues += error.issues
                }
            }
        }
        guard issues.isEmpty else { throw TableViewValidationError(issues) }
        return values
    }
}

extension FieldState {
    /// The state as a form names it.
    var title: String {
        switch self {
        case .value: "value"
        case .null: "NULL"
        case .standard, .kept: rawValue
        }
    }
}
