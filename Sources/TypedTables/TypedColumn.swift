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
    /// The unit of the numbers, which the heading tells.
    var unit: String?
    var toolTip: String?
    var width: Double?
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
    /// Shows numbers as money: with two digits after the point, and with the currency in the heading, as in "Total (EUR)".
    ///
    /// - Parameter code: The code of the currency in ISO 4217. A currency without smaller units, such as `JPY`, has no digits
    ///   after the point.
    public func currency(_ code: String) -> TypedColumn {
        let isWhole = ["CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"].contains(code)
        return with { ($0.numberFormat, $0.unit) = (.decimals(isWhole ? 0 : 2), code) }
    }
    /// Sets the description that pages show when the pointer rests on the heading.
    public func toolTip(_ text: String) -> TypedColumn { with { $0.toolTip = text } }
    /// Sets the width on pages, in CSS pixels from 40 to 2,000. Default: that of the values.
    public func width(_ pixels: Double) -> TypedColumn { with { $0.width = pixels } }
    /// Sets the kind of the field in forms, such as `multilineText`. Default: as the type of the value says.
    ///
    /// With `date`, the column shows days without a time. With `file`, the value is the name of the file, and
    /// `tableView.files` has the file itself while a row is saved. In a database, `date`, `multilineText` and `email` are kinds
    /// of columns of texts, and others have no effect. Values that are shown as JSON have no other kind.
    public func field(_ kind: TableViewEditableField.Kind) -> TypedColumn { with { $0.kind = kind } }
    /// Leaves the column out.
    public func hidden() -> TypedColumn { with { $0.isHidden = true } }
    /// Leaves the column out of forms.
    public func readOnly() -> TypedColumn { with { $0.isReadOnly = true } }

    /// Returns the heading of a column: its title with the unit.
    ///
    /// - Parameters:
    ///   - name: The name of the value.
    ///   - setting: The settings of the column; nil for none.
    static func heading(of name: String, _ setting: TypedColumn?) -> String {
        let title = setting?.title ?? title(of: name)
        return setting?.unit.map { "\(title) (\($0))" } ?? title
    }

    /// Returns a name as a heading: `shippedAt` as "Shipped at".
    private static func title(of name: String) -> String {
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
