/// Where an export goes.
protocol ExportOutput: AnyObject, Sendable {
    /// Writes all of the bytes.
    ///
    /// - Throws: ``ExportError``; its code is `closed` where nobody reads what is written.
    func write(_ bytes: [UInt8]) throws(ExportError)

    /// Makes what was written stand where it belongs.
    func finish() throws(ExportError)
}
