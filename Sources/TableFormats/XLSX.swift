import Bytes
import CascadingTable
import Codecs
import Essentials
public import TableRendering

extension TableFormat {
    /// A workbook for spreadsheets (Office Open XML, ECMA-376), in which values keep their types.
    public static let xlsx = measured(
        "Excel", fileExtension: "xlsx", mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    ) { _ in
        .csv
    } makeWriter: { layout, _ in
        XLSXTableWriter(layout)
    }
}

/// A writer for workbooks of spreadsheets (Office Open XML, ECMA-376). Numbers, dates and Booleans keep their types.
///
/// Headings are bold and stay in place. A sheet has at most 1,048,576 rows, so more rows fill more sheets. Texts of more
/// than 32,767 characters are cut, because spreadsheets cannot open them. Integers beyond 2^53 are texts, so that no
/// digit is lost.
struct XLSXTableWriter: TableWriter, ~Copyable {
    private var archive = ZIPWriter()
    private var sheet = ByteWriter(capacity: 1 << 16)
    private let layout: TextTableLayout
    /// The place of each column in a row; nil for columns that are not used.
    private let places: [Int?]
    /// Whether a type declares each column to have dates.
    private var areDates: [Bool] = []
    private var title = ""
    private var headings: [String] = []
    private var section: String?
    private var sheetCount = 0
    private var rowCount = 0
    /// The number of bytes of the sheet before its compression.
    private var size = 0

    private static var maxRows: Int { 1_048_576 }
    /// The limit of a sheet in bytes. A file in the workbook can have 4 GiB.
    private static var maxSize: Int { 2 << 30 }

    init(_ layout: TextTableLayout) {
        self.layout = layout
        var place = layout.hasSectionTitles ? 0 : -1
        places = layout.columns.map { column in
            guard column.isUsed else { return nil }
            place += 1
            return place
        }
    }

    mutating func beginTable(_ head: TableMetadata) {
        title = head.title
        let titles = Dictionary(head.columns.map { (ExactString($0.name), $0.title) }) { first, _ in first }
        let types = Dictionary(head.columns.map { (ExactString($0.name), $0.type ?? "") }) { first, _ in first }
        areDates = layout.columns.map { column in
            let type = types[ExactString(column.name)]?.uppercased() ?? ""
            return ["DATE", "TIMESTAMP"].contains { type.hasPrefix($0) }
        }
        headings = layout.usedColumns.map { titles[ExactString($0.name)] ?? $0.name }
        if layout.hasSectionTitles { headings.insert("section", at: 0) }
        beginSheet()
    }

    mutating func beginSection(_ head: SectionHeader) { section = head.header?.title }

    mutating func row(_ row: TableRow) {
        if rowCount >= Self.maxRows || size + sheet.count >= Self.maxSize {
            endSheet()
            beginSheet()
        }
        beginRow()
        if layout.hasSectionTitles, let section { sheet.cell(0, rowCount, text: section) }
        var next = -1
        for (place, value) in layout.values(of: row.cell) {
            // The cells of a row stand in order. A cell can have a field twice.
            guard let column = places[place], column > next else { continue }
            sheet.cell(column, rowCount, areDates[place] ? value.dateOfText ?? value : value)
            next = column
        }
        sheet.raw("</row>")
    }

    mutating func endSection(_ foot: SectionFooter) {}

    mutating func endTable() {
        endSheet()
        let sheets = 1...sheetCount
        archive.add(
            "xl/workbook.xml",
            Self.document(
                #"""
                <workbook xmlns="\#(raw: Self.main)" xmlns:r="\#(raw: Self.relations)"><sheets>\#
                \#(sheets.map { #"<sheet name="\#(name(ofSheet: $0))" sheetId="\#($0)" r:id="rId\#($0)"/>"# } as [Markup])\#
                </sheets></workbook>
                """#))
        archive.add(
            "xl/_rels/workbook.xml.rels",
            Self.document(
                #"""
                <Relationships xmlns="\#(raw: Self.package)/relationships">\#
                \#(sheets.map { Self.relation("rId\($0)", "worksheet", "worksheets/sheet\($0).xml") })\#
                \#(Self.relation("styles", "styles", "styles.xml"))</Relationships>
                """#))
        archive.add("xl/styles.xml", Self.document(Self.styles))
        archive.add(
            "_rels/.rels",
            Self.document(
                #"""
                <Relationships xmlns="\#(raw: Self.package)/relationships">\#
                \#(Self.relation("rId1", "officeDocument", "xl/workbook.xml"))</Relationships>
                """#))
        let parts =
            [("xl/workbook.xml", "sheet.main"), ("xl/styles.xml", "styles")]
            + sheets.map { ("xl/worksheets/sheet\($0).xml", "worksheet") }
        archive.add(
            "[Content_Types].xml",
            Self.document(
                #"""
                <Types xmlns="\#(raw: Self.package)/content-types">\#
                <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\#
                \#(parts.map(Self.override))</Types>
                """#))
        archive.finish()
    }

    mutating func takeOutput() -> [UInt8] {
        compress()
        return archive.takeOutput()
    }

    // MARK: - Sheets

    private mutating func beginSheet() {
        sheetCount += 1
        (rowCount, size) = (0, 0)
        archive.begin("xl/worksheets/sheet\(sheetCount).xml")
        sheet.markup(
            #"""
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <worksheet xmlns="\#(raw: Self.main)"><sheetViews><sheetView workbookViewId="0">\#
            <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>
            """#)
        beginRow()
        for (column, heading) in headings.enumerated() { sheet.cell(column, rowCount, text: heading, style: 1) }
        sheet.raw("</row>")
    }

    private mutating func beginRow() {
        rowCount += 1
        sheet.raw("<row r=\"")
        sheet.integer(rowCount)
        sheet.raw("\">")
    }

    private mutating func endSheet() {
        sheet.raw("</sheetData></worksheet>")
        compress()
        archive.end()
    }

    private mutating func compress() {
        guard sheet.count > 0 else { return }
        size += sheet.count
        archive.write(sheet.take())
    }

    /// Returns the name of a sheet: the title of the table as far as names allow it, 31 characters at most.
    private func name(ofSheet number: Int) -> String {
        let allowed = title.inXML.filter { !#"[]:*?/\'"#.contains($0) && !$0.isNewline }
        let end = number == 1 ? "" : " \(number)"
        var name = allowed
        while (name + end).utf16.count > 31 { name.removeLast() }
        return name.contains { !$0.isWhitespace } ? name + end : "Sheet\(number)"
    }

    // MARK: - Parts of the workbook

    private static var main: String { "http://schemas.openxmlformats.org/spreadsheetml/2006/main" }
    private static var relations: String { "http://schemas.openxmlformats.org/officeDocument/2006/relationships" }
    private static var package: String { "http://schemas.openxmlformats.org/package/2006" }

    /// The styles of cells: plain, bold, a day, and a day with its time.
    private static var styles: Markup {
        #"""
        <styleSheet xmlns="\#(raw: main)"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/>\#
        <numFmt numFmtId="165" formatCode="yyyy\-mm\-dd\ hh:mm:ss"/></numFmts>\#
        <fonts count="2"><font/><font><b/></font></fonts>\#
        <fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\#
        </fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>\#
        <cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/>\#
        <xf numFmtId="165" applyNumberFormat="1"/></cellXfs>\#
        <cellStyles count="1"><cellStyle name="Normal" xfId="0"/></cellStyles></styleSheet>
        """#
    }

    private static func document(_ markup: Markup) -> [UInt8] {
        (#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\#n\#(markup)"# as Markup).bytes
    }

    private static func relation(_ id: String, _ type: String, _ target: String) -> Markup {
        #"<Relationship Id="\#(id)" Type="\#(raw: relations)/\#(type)" Target="\#(target)"/>"#
    }

    private static func override(_ path: String, _ type: String) -> Markup {
        #"""
        <Override PartName="/\#(path)" \#
        ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.\#(type)+xml"/>
        """#
    }
}

extension FieldValue {
    /// The day or the time in UTC that a text is; nil for other values.
    fileprivate var dateOfText: FieldValue? {
        guard case .text(let text) = self, (10...32).contains(text.utf8.count),
            text.utf8.first.map({ $0 < 0x3A }) == true,
            let match = text.wholeMatch(
                of: /(\d{4}-\d\d-\d\d)(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?(?:Z|[+]00(?::?00)?)?)?/),
            let day = FilterOperand(String(match.1)).date
        else { return nil }
        guard let hours = match.2.flatMap({ Double($0) }), let minutes = match.3.flatMap({ Double($0) }) else {
            return .date(day.date, precision: .day)
        }
        return .date(day.date + hours * 3_600 + minutes * 60 + (match.4.flatMap { Double($0) } ?? 0))
    }
}

extension String {
    /// The text with U+FFFD in place of U+FFFE and U+FFFF, which XML does not allow. Escaping replaces control characters.
    fileprivate var inXML: String {
        guard utf8.contains(0xEF) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.value | 1 == 0xFFFF ? "\u{FFFD}" : $0 }))
    }
}

extension ByteWriter {
    fileprivate mutating func cell(_ column: Int, _ row: Int, _ value: FieldValue) {
        switch value {
        case .null: return
        case .integer(let integer) where integer.magnitude <= 1 << 53: cell(column, row, number: Double(integer))
        case .decimal(let decimal) where decimal.isFinite: cell(column, row, number: decimal)
        case .number(let digits) where digits.utf8.count <= 16 && value.digits != nil:
            if let number = Double(digits) { cell(column, row, number: number) }
        case .progress(let part) where part.isFinite: cell(column, row, number: part)
        case .boolean(let boolean):
            begin(column, row, " t=\"b\"")
            raw(boolean ? "<v>1</v></c>" : "<v>0</v></c>")
        case .date(let date, let precision):
            // The number of days, of which the last one before 1900 is 1. Dates before March 1900 are one day off in
            // some programs, which count a 29th of February then.
            let days = date.timeIntervalSince1970 / 86_400 + 25_569
            guard days >= 61, days < 2_958_466 else { return cell(column, row, text: value.data) }
            cell(
                column, row, number: precision == .second ? days : days.rounded(.down),
                style: precision == .second ? 3 : 2)
        default: cell(column, row, text: value.data)
        }
    }

    private mutating func cell(_ column: Int, _ row: Int, number: Double, style: Int = 0) {
        begin(column, row, "", style: style)
        raw("<v>")
        _ = decimal(number)
        raw("</v></c>")
    }

    fileprivate mutating func cell(_ column: Int, _ row: Int, text: String, style: Int = 0) {
        begin(column, row, " t=\"inlineStr\"", style: style)
        raw("<is><t xml:space=\"preserve\">")
        var text = text
        if text.utf8.count > 32_767 {
            while text.utf16.count > 32_767 { text.removeLast(max((text.utf16.count - 32_767) / 2, 1)) }
        }
        text = text.inXML
        // Spreadsheets read `_x0041_` as a character.
        html(text.contains("_x") ? text.replacing(/_x(?=[0-9A-Fa-f]{4}_)/, with: "_x005F_x") : text)
        raw("</t></is></c>")
    }

    private mutating func begin(_ column: Int, _ row: Int, _ type: StaticString, style: Int = 0) {
        raw("<c r=\"")
        // A, B, …, Z, AA, AB, …
        var (letters, rest) = ([UInt8](), column + 1)
        while rest > 0 {
            letters.append(UInt8(ascii: "A") + UInt8((rest - 1) % 26))
            rest = (rest - 1) / 26
        }
        raw(letters.reversed())
        integer(row)
        byte(0x22)
        raw(type)
        if style > 0 {
            raw(" s=\"")
            integer(style)
            byte(0x22)
        }
        byte(0x3E)
    }
}
