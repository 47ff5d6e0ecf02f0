import CascadingTable

/// The table of the rows of a source.
final class SourceController<Source: RowSource>: RowSourceController<Source> where Source.Row: Codable {
    let options: RowOptions<Row>

    init(_ options: RowOptions<Row>, _ source: Source) {
        self.options = options
        super.init(source)
    }

    override func columns(in tableView: TableView) -> [TableViewColumn] {
        let columns = options.columns(first: nil)
        // A type without an example has the columns that its source names.
        return columns.isEmpty ? super.columns(in: tableView) : columns
    }

    func addAction(_ action: RowOptions<Row>.Action) {
        addSelectionAction(id: action.id, title: action.title, style: action.style, perform: action.body)
    }

    override func menuActions(for row: Row) -> [TableViewRowAction] { options.menuActions(of: row) }
    override func cell(for row: Row) -> TableViewCell { options.cell(for: row) }
    override func didSelect(_ row: Row) async throws { try await options.select?(row) }
    override func fields(for row: Row) -> [TableViewEditableField] { options.formFields(for: row) }

    override func commit(_ values: [String: String], for row: Row) async throws {
        try await options.save?(try options.shape.row(values, changing: row), row)
    }

    override func fieldsForNewRow() -> [TableViewEditableField] { options.formFields(for: nil) }

    override func create(_ values: [String: String]) async throws -> Row.ID? {
        try await options.create?(try options.shape.row(values, changing: nil)) ?? nil
    }

    override func canDelete(_ row: Row) -> Bool { options.delete != nil }
    override func delete(_ row: Row) async throws { try await options.delete?(row) }
}
