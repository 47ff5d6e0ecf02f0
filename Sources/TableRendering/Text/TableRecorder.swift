import CascadingTable

/// Keeps what a table is written of, to write it more than once without asking the delegates again.
struct TableRecorder: TableWriter {
    private var parts: [Part] = []

    private enum Part {
        case beginTable(TableHead)
        case beginSection(SectionHead)
        case row(TableRow)
        case endSection(SectionFoot)
        case endTable
    }

    mutating func beginTable(_ head: TableHead) { parts.append(.beginTable(head)) }
    mutating func beginSection(_ head: SectionHead) { parts.append(.beginSection(head)) }
    mutating func row(_ row: TableRow) { parts.append(.row(row)) }
    mutating func endSection(_ foot: SectionFoot) { parts.append(.endSection(foot)) }
    mutating func endTable() { parts.append(.endTable) }

    func write(to writer: inout some TableWriter & ~Copyable) {
        for part in parts {
            switch part {
            case .beginTable(let head): writer.beginTable(head)
            case .beginSection(let head): writer.beginSection(head)
            case .row(let row): writer.row(row)
            case .endSection(let foot): writer.endSection(foot)
            case .endTable: writer.endTable()
            }
        }
    }
}
