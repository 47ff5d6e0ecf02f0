public import CascadingTable

extension TableView {
    /// Writes a page of the table, with nothing taken over from one before; see ``TableAsking``.
    public func write<Writer: TableWriter & ~Copyable>(_ window: TableWindow, to writer: inout Writer) {
        let page = TableAsking(of: window, in: self, numberingLines: Writer.numbersLines).ask()
        page.write(to: &writer)
    }
}
