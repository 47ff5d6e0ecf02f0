import CascadingTable

/// Fields between commas or tabs, a line for each row; all lines have as many.
struct DelimitedFormat: TextTableFormat, ~Copyable {
    var output = ByteWriter(capacity: 4096)
    private let columns: [TextTableLayout.Column]
    private let separator: UInt8
    private let lineEnd: [UInt8]
    /// Whether the first column is the title of the section.
    private let hasSections: Bool
    private var section = ""

    init(_ columns: [TextTableLayout.Column], hasSections: Bool, separator: UInt8, lineEnd: [UInt8]) {
        self.columns = columns
        self.hasSections = hasSections
        self.separator = separator
        self.lineEnd = lineEnd
    }

    mutating func takeOutput() -> [UInt8] { output.take() }

    mutating func beginTable(title: String) {
        section = "section"
        row(columns.map(\.heading))
    }

    mutating func beginSection(title: String?) {
        section = title ?? ""
    }

    mutating func row(_ texts: [String]) {
        let fields = hasSections ? [section] + texts : texts
        // Many readers of CSV skip an empty line.
        if separator == 0x2C, fields == [""] { output.raw("\"\"") }
        for (index, field) in fields.enumerated() {
            if index > 0 { output.byte(separator) }
            output.raw(field.utf8)
        }
        output.raw(lineEnd)
    }

    mutating func endSection(title: String?) {}

    mutating func endTable() {}
}
