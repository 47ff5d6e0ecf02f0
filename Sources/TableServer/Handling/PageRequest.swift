import CascadingTable

/// What of a table is asked for, and in which representation.
struct PageRequest: Hashable {
    var scope: Scope
    var representation: Representation
    var parameters: ViewParameters
    /// The path of the table, ending in a slash, as the client wrote it; links are made from it.
    var base: String

    enum Scope: Hashable {
        case table
        case section(Int)
        case row(IndexPath)
    }

    enum Representation: Hashable {
        case html
        case json
        /// Text in the style that `_style` names.
        case text
        case csv
        case markdown

        /// What its address ends with; none for a page.
        var fileExtension: String? {
            switch self {
            case .html: nil
            case .json: "json"
            case .text: "txt"
            case .csv: "csv"
            case .markdown: "md"
            }
        }
    }
}
