import CascadingTable
import LocalizedMessages

extension LocalizedMessage {
    /// The message about a parameter that the server does not know at that address.
    static func unknownParameter(_ name: String, among names: [String]) -> LocalizedMessage {
        let list = names.joined(separator: ", ")
        guard let nearest = names.nearest(to: name) else {
            return "Unknown parameter \"\(name)\". Use one of: \(list)."
        }
        return "Unknown parameter \"\(name)\". Did you mean \"\(nearest)\"? Use one of: \(list)."
    }

    /// The message about a comparison that filters do not have.
    static func unknownOperator(_ name: String) -> LocalizedMessage {
        let names = TableQuery.Operator.allCases.map(\.rawValue)
        let list = names.joined(separator: ", ")
        guard let nearest = names.nearest(to: name) else {
            return "Unknown operator \"\(name)\". Use one of: \(list)."
        }
        return "Unknown operator \"\(name)\". Did you mean \"\(nearest)\"? Use one of: \(list)."
    }
}
