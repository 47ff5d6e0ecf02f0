public import CascadingTable

extension TableView {
    /// Writes a page of the table, with nothing taken over from one before; see ``TableWriting``.
    public func write(_ window: TableWindow, to writer: inout some TableWriter & ~Copyable) {
        var writing = TableWriting(of: window, in: self)
        writing.write(to: &writer)
    }
}
