public import CascadingTable

/// The columns of a type, by the key paths of their values.
///
/// ```swift
/// Table { shop.orders }.columns {
///     $0.total.title("Sum").format(.grouped)
///     $0.secret.hidden()
/// }
/// ```
@dynamicMemberLookup
public struct TypedColumns<Row: Codable & Identifiable & Sendable>: Sendable {
    let shape: RowShape<Row>

    /// The column of a value.
    public subscript<Value>(dynamicMember path: KeyPath<Row, Value>) -> TypedColumn {
        TypedColumn(name: shape.name(of: path))
    }
}

/// The settings of one column of a ``Table``.
public struct TypedColumn: Sendable {
    /// The name of the value, as `Codable` writes it; nil for a key path of which no value is a column.
    let name: String?
    var title: String?
    var numberFormat: TableViewColumn.NumberFormat?
    var toolTip: String?
    var kind: TableViewEditableField.Kind?
    var isHidden = false
    var isReadOnly = false

    init(name: String?) { self.name = name }

    private func with(_ change: (inout TypedColumn) -> Void) -> TypedColumn {
        var column = self
        change(&column)
        return column
    }

    /// Sets the heading. Default: the name, with spaces between its words.
    public func title(_ title: String) -> TypedColumn { with { $0.title = title } }
    /// Sets the format of numbers on pages. Default: `plain` for `id`, otherwise `automatic`.
    public func format(_ format: TableViewColumn.NumberFormat) -> TypedColumn { with { $0.numberFormat = format } }
    /// Sets the description that pages show when the pointer rests on the heading.
    public func toolTip(_ text: String) -> TypedColumn { with { $0.toolTip = text } }
    /// Sets the kind of the field in forms, such as `multilineText`. Default: as the type of the value says.
    ///
    /// With `date`, the column shows days without a time. With `file`, the value is the name of the file, and
    /// `tableView.files` has the file itself while a row is saved. The kind has no effect in a database.
    public func field(_ kind: TableViewEditableField.Kind) -> TypedColumn { with { $0.kind = kind } }
    /// Leaves the column out.
    public func hidden() -> TypedColumn { with { $0.isHidden = true } }
    /// Leaves the column out of forms.
    public func readOnly() -> TypedColumn { with { $0.isReadOnly = true } }

    /// Returns a name as a heading: `shippedAt` as "Shipped at".
    static func title(of name: String) -> String {
        var title = ""
        for character in name {
            if character.isUppercase, let last = title.last, !last.isUppercase {
                title += " " + character.lowercased()
            } else {
                title.append(character == "_" ? " " : character)
            }
        }
        return title.prefix(1).uppercased() + title.dropFirst()
    }
}

/// Collects the settings of columns.
@resultBuilder
public enum TypedColumnBuilder {
    /// The settings of several columns.
    public static func buildBlock(_ columns: TypedColumn...) -> [TypedColumn] { columns }
}
