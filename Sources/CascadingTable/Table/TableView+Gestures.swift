extension TableView {
    /// The gestures of a visitor on the table, for servers and tests.
    ///
    /// A gesture asks and tells the delegates as a visitor's click does:
    ///
    /// ```swift
    /// try await tableView.gestures.touchRow(at: IndexPath(row: 0, section: 0))
    /// #expect(tableView.indexPathForSelectedRow == IndexPath(row: 0, section: 0))
    /// ```
    ///
    /// A delegate changes a table by methods of the table itself, such as ``TableView/selectRow(at:)``.
    public var gestures: Gestures { Gestures(tableView: self) }

    /// Methods that act on a table as its visitor does.
    @TableActor
    public struct Gestures {
        let tableView: TableView
    }
}
