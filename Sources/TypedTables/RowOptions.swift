import Bytes
import CascadingTable

/// The columns of a table, and the changes that visitors can make to its rows.
@TableActor
final class RowOptions<Row: Codable & Identifiable & Sendable> {
    typealias Body = @TableActor @Sendable (Row) async throws -> Void

    private(set) var shape = RowShape<Row>()
    var settings: [String: TypedColumn] = [:] {
        didSet {
            hidden = settings.values.filter(\.isHidden).compactMap(\.name)
            shape.days = settings.values.filter { $0.kind == .date }.compactMap(\.name)
        }
    }
    /// The names of the columns that are left out.
    private var hidden: [String] = []
    var changeCell: (@TableActor @Sendable (Row, inout TableViewCell) -> Void)?
    var select: Body?
    var save: (@TableActor @Sendable (_ new: Row, _ old: Row) async throws -> Void)?
    var create: (@TableActor @Sendable (Row) async throws -> Row.ID?)?
    var delete: Body?
    var actions: [Action] = []

    /// An action on rows.
    struct Action: Sendable {
        var id: String
        var title: String
        var style: TableViewRowAction.Style
        var body: @TableActor @Sendable ([Row]) async throws -> Void
    }

    /// Returns the actions as the menu of a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - finish: A closure that is called after an action. Default: does nothing.
    func menuActions(of row: Row, finish: @escaping @TableActor @Sendable () -> Void = {}) -> [TableViewRowAction] {
        actions.map { action in
            TableViewRowAction(id: action.id, title: action.title, style: action.style) { _, _ in
                try await action.body([row])
                finish()
                return .keep
            }
        }
    }

    /// Returns the columns on pages.
    ///
    /// - Parameter first: The first row, which tells the columns of a type that has no example.
    func columns(first: Row?) -> [TableViewColumn] {
        var columns = shape.columns.map { ($0.name, $0.isNumber, $0.isOptional) }
        if columns.isEmpty, let first {
            columns = ((try? shape.fields(of: first)) ?? []).map { ($0.name, false, true) }
        }
        return columns.compactMap { name, isNumber, isOptional in
            let setting = settings[name]
            guard setting?.isHidden != true else { return nil }
            var column = TableViewColumn(
                name, title: TypedColumn.heading(of: name, setting), alignment: isNumber ? .trailing : .leading,
                numberFormat: setting?.numberFormat ?? (name == "id" ? .plain : .automatic))
            (column.headerToolTip, column.width) = (setting?.toolTip, setting?.width)
            column.isNullable = isOptional
            return column
        }
    }

    func cell(for row: Row) -> TableViewCell {
        guard let fields = try? shape.fields(of: row, hidden: hidden) else {
            return TableViewCell(title: "This row could not be read.", isEnabled: false)
        }
        var cell = TableViewCell(style: .columns, fields: fields)
        changeCell?(row, &cell)
        return cell
    }

    /// Returns the fields of the form of a row.
    ///
    /// - Parameter row: The row; nil for a new one.
    func formFields(for row: Row?) -> [TableViewEditableField] {
        guard row == nil ? create != nil : save != nil else { return [] }
        let values = row.flatMap { try? shape.fields(of: $0) } ?? []
        return shape.columns.compactMap { column in
            let setting = settings[column.name]
            guard let kind = column.kind, column.name != "id", setting?.isReadOnly != true, setting?.isHidden != true
            else { return nil }
            let value = values.first { $0.name.isExactly(column.name) }?.value
            var field = TableViewEditableField(
                column.name, label: TypedColumn.heading(of: column.name, setting),
                value: value.map(RowShape<Row>.text) ?? "", kind: setting?.kind ?? kind,
                isRequired: column.isRequired)
            field.help = setting?.toolTip
            return field
        }
    }
}
