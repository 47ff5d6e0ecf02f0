// Options and errors of formats are values of `TableRendering`: one import is enough for both.
@_exported public import TableRendering

extension TableFormat {
    /// All formats of this package, in the order of menus.
    public static let all: [TableFormat] = [.json, .ndjson, .csv, .xlsx, .markdown, .text, .svg]

    /// Returns a format that writes text in a style.
    static func styled(
        _ name: String, fileExtension: String, type: String, style: TextTableStyle, isForFiles: Bool = false,
        parameter: Parameter? = nil
    ) -> TableFormat {
        let style = { @Sendable (options: Options) in options.variant.flatMap(TextTableStyle.init) ?? style }
        var format = measured(
            name, fileExtension: fileExtension, mediaType: "text/\(type); charset=utf-8", style: style
        ) { TextTableWriter(style: style($1), layout: $0, configuration: $1) }
        (format.isForFiles, format.parameter) = (isForFiles, parameter)
        return format
    }

    /// Returns a format whose columns are found before the first row is written.
    static func measured<Writer: TableWriter & SendableMetatype & ~Copyable>(
        _ name: String, fileExtension: String, mediaType: String,
        style: @escaping @Sendable (Options) -> TextTableStyle,
        makeWriter: @escaping @Sendable (TextTableLayout, Options) -> Writer
    ) -> TableFormat {
        TableFormat(name, fileExtension: fileExtension, mediaType: mediaType) { snapshot, options in
            try snapshot.measured(style(options), options) { makeWriter($0, options) }
        } export: { export, options, output in
            try await export.write(measuredFor: style(options), options, to: output) { makeWriter($0, options) }
        }
    }
}
