public import ArgumentParser
public import TableRendering
import TextTables

extension JSONShape: ExpressibleByArgument {}

/// The format of an export.
enum ExportFormat: Hashable {
    case json
    case ndjson
    case text(TextTableStyle)
}

extension ExportFormat: CaseIterable, ExpressibleByArgument {
    static let allCases = [.json, .ndjson] + TextTableStyle.allCases.map(ExportFormat.text)

    static var allValueStrings: [String] { allCases.map(\.defaultValueDescription) }

    init?(argument: String) {
        guard let format = Self.allCases.first(where: { $0.defaultValueDescription == argument }) else { return nil }
        self = format
    }

    var defaultValueDescription: String {
        switch self {
        case .json: "json"
        case .ndjson: "ndjson"
        case .text(let style): style.rawValue
        }
    }
}
