import Bytes
import CascadingTable
public import TableRendering

extension TableFormat {
    /// A chart of groups, or of rows with numbers, as SVG.
    ///
    /// The variant chooses how it is drawn; see ``Chart/Kind``.
    public static let svg: TableFormat = {
        var format = TableFormat(
            "SVG", fileExtension: "svg", mediaType: "image/svg+xml",
            parameter: Parameter("_chart", values: Chart.Kind.allCases.map(\.rawValue))
        ) { ChartWriter($0) }
        (format.isForFiles, format.isDrawing) = (false, true)
        return format
    }()
}

/// Collects the rows of a table, and draws them.
struct ChartWriter: TableWriter, ~Copyable {
    private let kind: Chart.Kind?
    private var head: TableMetadata?
    private var rows: [[FieldValue]] = []
    private var output: [UInt8] = []

    private let language: Language

    init(_ options: TableFormat.Options) {
        (kind, language) = (options.variant.flatMap(Chart.Kind.init), options.language)
    }

    mutating func beginTable(_ head: TableMetadata) { self.head = head }
    mutating func beginSection(_ head: SectionHeader) {}
    mutating func endSection(_ foot: SectionFooter) {}

    mutating func row(_ row: TableRow) {
        guard let head, rows.count <= Chart.maxPoints else { return }
        // Only numbers are drawn, and the names in the columns of groups.
        let names = max(head.query?.grouping?.keys.count ?? 1, 1)
        rows.append(
            head.columns.indices.map { column in
                let value = row.value(ofColumn: column)
                return column < names ? value.shortened : value.isNumberOrNull ? value : .boolean(true)
            })
    }

    mutating func endTable() {
        guard let head else { return }
        // With all columns, the rows are groups. With all rows, the last one of a cross table is that of all rows together.
        let grouping = head.query?.grouping.flatMap { grouping in
            head.hasAllColumns && (!grouping.isAcross || rows.count == head.count) ? grouping : nil
        }
        let chart = rows.count > Chart.maxPoints ? nil : Chart(rows, columns: head.columns, grouping, as: kind)
        guard let chart else {
            let reason =
                rows.count > Chart.maxPoints
                ? "There are more than 10,000 rows. Use filters or groups to draw fewer."
                : "There are no numbers to draw."
            output = SVGWriter.note(reason)
            return
        }
        var writer = SVGWriter(chart, words: language.words)
        writer.draw(isFile: true)
        output = writer.output.take()
    }

    mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }
}
