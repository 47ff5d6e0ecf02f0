import Bytes
import CascadingTable

/// A parameter of addresses. Error messages list its name, and the description of the server has all of it.
struct QueryParameter: Sendable {
    let name: String
    /// The JSON schema of a value; nil for the name of a column of the table.
    let schema: JSON?
    /// A Boolean value that indicates whether a column of groups is a value, too.
    var isOfGroups = false
    let summary: String
    /// A Boolean value that indicates whether the parameter can be given several times.
    let isRepeated: Bool
    /// The queries that a table must offer to take the parameter.
    let needs: TableQueryOptions

    init(
        _ name: String, _ schema: JSON, _ summary: String, isRepeated: Bool = false, needs: TableQueryOptions = []
    ) {
        (self.name, self.schema, self.summary) = (name, schema, summary)
        (self.isRepeated, self.needs) = (isRepeated, needs)
    }

    /// Creates a parameter whose values are names of columns.
    init(column name: String, _ summary: String, isOfGroups: Bool = false, needs: TableQueryOptions = []) {
        (self.name, schema, self.summary, isRepeated, self.needs) = (name, nil, summary, true, needs)
        self.isOfGroups = isOfGroups
    }
}

/// The schemas of parameters.
extension JSON {
    static let text: JSON = #"{"type":"string"}"#
    static let flag: JSON = #"{"enum":["0","1"]}"#
    static let index: JSON = #"{"type":"integer","minimum":0,"maximum":2147483647}"#
    static let path: JSON = ##"{"type":"string","pattern":"^/([^/?#]+/)*$"}"##

    static func choice(_ values: [String]) -> JSON { #"{"enum":\#(values.map { "\($0)" as JSON })}"# }
}
