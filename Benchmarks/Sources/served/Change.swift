import ArgumentParser

/// The changes of the table during a measurement.
enum Change: String, ExpressibleByArgument, CaseIterable {
    /// No change.
    case none
    /// One row of the first page, before each request.
    case one
    /// Every row, before each request. The whole table is reloaded.
    case all
    /// The selected row.
    case selected
}
