/// The destination of an export.
protocol ExportOutput: AnyObject, Sendable {
    /// Writes all of the bytes.
    ///
    /// - Throws: ``ExportError``, with the code `closed` if the reader has closed the output.
    func write(_ bytes: [UInt8]) throws(ExportError)

    /// Completes the output: a file gets its final name.
    func finish() throws(ExportError)
}
