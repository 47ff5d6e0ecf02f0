public import TableRendering

extension TableFormat {
    /// All formats of this package, in the order of menus.
    public static let all: [TableFormat] = [.json, .ndjson, .csv, .xlsx, .markdown, .text]

    /// Comma-separated values (RFC 4180).
    public static let csv = text("CSV", fileExtension: "csv", type: "csv", style: .csv, isForFiles: true)
    /// A table of GitHub Flavored Markdown.
    public static let markdown = text("Markdown", fileExtension: "md", type: "markdown", style: .pipe)
    /// Text in a ``TextTableStyle``.
    public static let text = text(
        "Text", fileExtension: "txt", type: "plain", style: .simple,
        parameter: Parameter("_style", values: TextTableStyle.allCases.map(\.rawValue)))

    /// A workbook for spreadsheets (Office Open XML, ECMA-376), in which values keep their types.
    public static let xlsx = measured(
        "Excel", fileExtension: "xlsx", mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    ) { _ in
        .csv
    } makeWriter: { layout, _ in
        XLSXTableWriter(layout)
    }

    private static func text(
        _ name: String, fileExtension: String, type: String, style: TextTableStyle, isForFiles: Bool = false,
        parameter: Parameter? = nil
    ) -> TableFormat {
        let style = { @Sendable (options: Options) in options.variant.flatMap(TextTableStyle.init) ?? style }
        var format = measured(
            name, fileExtension: fileExtension, mediaType: "text/\(type); charset=utf-8", style: style
        ) { TextTableWriter(style: style($1), layout: $0, configuration: .init($1)) }
        (format.isForFiles, format.parameter) = (isForFiles, parameter)
        return format
    }

    /// Returns a format whose columns are found before the first row is written.
    private static func measured<Writer: StreamedTableWriter & SendableMetatype & ~Copyable>(
        _ name: String, fileExtension: String, mediaType: String,
        style: @escaping @Sendable (Options) -> TextTableStyle,
        makeWriter: @escaping @Sendable (TextTableLayout, Options) -> Writer
    ) -> TableFormat {
        TableFormat(name, fileExtension: fileExtension, mediaType: mediaType) { snapshot, options in
            var measure = TextTableMeasure(style: style(options), configuration: .init(options))
            snapshot.write(to: &measure)
            var writer = makeWriter(try measure.makeLayout(), options)
            snapshot.write(to: &writer)
            return writer.takeOutput()
        } export: { export, options, output in
            let export = try await export.opened()
            let layout = try await export.measured(style(options), .init(options)).makeLayout()
            try await export.write(makeWriter(layout, options), to: output)
        }
    }
}

extension TextTableWriter.Configuration {
    fileprivate init(_ options: TableFormat.Options) {
        maximumColumnWidth = options.maximumColumnWidth
        guardsFormulas = options.guardsFormulas
        isBold = options.isBold
    }
}
