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
        ) { ChartWriter(as: $0.variant) }
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

    init(as variant: String?) { kind = variant.flatMap(Chart.Kind.init) }

    mutating func beginTable(_ head: TableMetadata) { self.head = head }
    mutating func beginSection(_ head: SectionHeader) {}
    mutating func endSection(_ foot: SectionFooter) {}

    mutating func row(_ row: TableRow) {
        guard let head, rows.count <= Chart.maxPoints else { return }
        rows.append(head.columns.indices.map { row.value(ofColumn: $0) })
    }

    mutating func endTable() {
        guard let head else { return }
        // A page can leave out columns of groups, which are then rows like others.
        let grouping = head.query?.grouping.flatMap { grouping in
            grouping.isAcross || head.columns.map(\.name) == grouping.columnNames ? grouping : nil
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
        var writer = SVGWriter(chart, words: Language.english.words)
        writer.draw(isFile: true)
        output = writer.output.take()
    }

    mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }
}
