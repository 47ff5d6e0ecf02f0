public import ArgumentParser
public import TableRendering
import TableFormats

extension JSONShape: ExpressibleByArgument {}

/// A format of an export, with its variant.
///
/// Text has a name for each of its styles.
struct ExportFormat: Hashable, CaseIterable, ExpressibleByArgument {
    let name: String
    let format: TableFormat
    let variant: String?

    static let allCases = TableFormat.all.flatMap { format in
        guard format.parameter?.name == "_style" else {
            return [ExportFormat(name: format.fileExtension, format: format, variant: nil)]
        }
        let styles = format.parameter?.values ?? []
        return styles.filter { style in !TableFormat.all.contains { $0.fileExtension == style } }
            .map { ExportFormat(name: $0, format: format, variant: $0) }
    }

    static var allValueStrings: [String] { allCases.map(\.name) }
    static let simple = ExportFormat(name: "simple", format: .text, variant: "simple")

    init?(argument: String) {
        guard let format = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = format
    }

    init(name: String, format: TableFormat, variant: String?) {
        (self.name, self.format, self.variant) = (name, format, variant)
    }

    var defaultValueDescription: String { name }
}
