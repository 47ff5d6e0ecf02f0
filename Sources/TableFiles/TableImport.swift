/// The import of a text file into a table of a database: all rows, or none.
///
/// A table that does not exist is made, with the types of the file's columns.
package struct TableImport: Sendable {
    /// The name of the table.
    package var table: String
    /// The columns that identify a row. A row whose key exists is changed, and its other columns stay. Default: none, which
    /// inserts every row.
    package var keys: [String] = []
    /// A Boolean value that indicates whether nothing is written in the end, and refused rows are counted. Default: false.
    package var isDryRun = false
    /// A Boolean value that indicates whether a written SQLite file survives a power failure. Default: true.
    package var isDurable = true

    package init(into table: String) { self.table = table }

    /// The numbers of rows that were written, or would be.
    package struct Result: Sendable {
        package var scan: FileScan
        package var newCount = 0
        package var changedCount = 0
        package var equalCount = 0
        package var refusedCount = 0
        /// The first refused rows: their lines, and the reasons.
        package var refused: [(line: Int, reason: String)] = []
        /// The columns of the file that the table computes itself. Their values are left out.
        package var computed: [String] = []

        package init(scan: FileScan) { self.scan = scan }

        package mutating func refuse(line: Int, _ reason: String) {
            refusedCount += 1
            if refused.count < 10 { refused.append((line, reason)) }
        }
    }

    /// How far the import is: finding types is the first pass over the file, and writing the second.
    package typealias Report = @Sendable (_ isWriting: Bool, TextFile.Progress) -> Void
}

/// The error for rows that a table refuses, or that do not fit it.
package struct TableImportError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    package init(line: Int, _ reason: String) { description = "Line \(line): \(reason). Nothing was written." }
}
