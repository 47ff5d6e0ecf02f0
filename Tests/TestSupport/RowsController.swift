public import CascadingTable
public import TableDatabase

/// A table with the rows of a database as their own cells.
public final class RowsController: RowSourceController<DatabaseRows> {
    public override func cell(for row: DatabaseRow) -> TableViewCell { row.cell }
}
