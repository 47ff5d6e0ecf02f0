/// A writer whose bytes can be taken away while it writes, so that a table of any length needs little memory.
public protocol StreamedTableWriter: TableWriter, ~Copyable {
    /// Returns the bytes that were written since the last call.
    mutating func takeOutput() -> [UInt8]
}

extension JSONTableWriter: StreamedTableWriter {
    public mutating func takeOutput() -> [UInt8] { output.take() }
}
