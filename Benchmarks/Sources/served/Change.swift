import ArgumentParser

/// What changes in the table while it is measured.
enum Change: String, ExpressibleByArgument, CaseIterable {
    /// Nothing: every page is as it was.
    case none
    /// One row of the first page, before each request.
    case one
    /// Every row before each request: all are reloaded.
    case all
    /// The row that is selected.
    case selected
}
