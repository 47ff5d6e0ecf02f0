public import CascadingTable

/// A format that tables are exported in: its name in addresses and menus, its media type and its writer.
///
/// ```swift
/// server.add(
///     TableFormat("TOML", fileExtension: "toml", mediaType: "application/toml") { _ in TOMLTableWriter() })
/// ```
///
/// Each table then has `table.toml`. Two formats are equal if they have the same extension.
public struct TableFormat: Sendable {
    /// The name in menus, such as `CSV`.
    public let name: String
    /// The extension of addresses and files, such as `csv`.
    public let fileExtension: String
    /// The media type of responses, with its parameters (RFC 6838).
    public let mediaType: String
    /// A Boolean value that indicates whether a response has all rows of a table, unless the request has `_size`.
    /// Otherwise it has a page of rows.
    public var isWhole = true
    /// A Boolean value that indicates whether browsers save a response as a file.
    public var isForFiles = true
    /// A Boolean value that indicates whether the format draws numbers, so that menus of other tables leave it out.
    package var isDrawing = false
    /// The parameter that chooses a variant of the format; nil for none.
    public var parameter: Parameter?
    /// Returns the bytes of a page.
    package let write: @Sendable (PageSnapshot, Options) throws -> [UInt8]
    /// Writes all rows of an export.
    package let export: @TableActor @Sendable (TableExport, Options, TableExport.Output) async throws -> Void

    /// A parameter of addresses that chooses a variant of a format.
    public struct Parameter: Sendable, Hashable {
        /// The name of the parameter, such as `_style`.
        public var name: String
        /// The values.
        public var values: [String]

        /// Creates a parameter.
        ///
        /// - Parameters:
        ///   - name: The name, which begins with an underscore.
        ///   - values: The values.
        public init(_ name: String, values: [String]) { (self.name, self.values) = (name, values) }
    }

    /// The settings that a table is written with.
    public struct Options: Sendable {
        /// The addresses of the table.
        public var links: PageLinks
        /// The value of the format's parameter; nil for its default.
        public var variant: String?
        /// The limit of a cell's width in formats with aligned columns, in terminal columns before escaping. Default: nil,
        /// no limit.
        ///
        /// The title of a section may be as wide as all columns together.
        public var maximumColumnWidth: Int?
        /// The handling of texts that are wider than the limit. Default: tail, the end is cut off.
        public var truncation = Truncation.tail
        /// The alignments of a text's columns by name. They replace the columns' own alignments. Default: none.
        ///
        /// A column that only cells have is trailing if its first value is a number.
        public var alignments: [String: TableViewColumn.Alignment] = [:]
        /// The formatters of values by column name. They replace the default texts. Default: none.
        public var formatters: [String: @Sendable (FieldValue) -> String] = [:]
        /// A Boolean value that indicates whether headings and titles are bold in styles for terminals, by an escape
        /// sequence. Default: false.
        public var isBold = false
        /// A Boolean value that makes CSV and TSV safe to open in a spreadsheet. Default: false.
        ///
        /// A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe before it. The
        /// spreadsheet then does not run the text as a formula. Other programs see the apostrophe as part of the text.
        public var guardsFormulas = false
        /// A Boolean value that indicates whether CSV and TSV begin with a byte order mark, by which Excel recognizes UTF-8.
        /// Default: false.
        public var hasByteOrderMark = false
        /// The language of words and numbers in drawings.
        package var language = Language.english

        /// Creates the settings of a table.
        ///
        /// - Parameters:
        ///   - links: The addresses of the table. Default: relative ones.
        ///   - variant: The value of the format's parameter. Default: nil.
        public init(links: PageLinks? = nil, variant: String? = nil) {
            (self.links, self.variant) = (links ?? PageLinks(base: ""), variant)
        }

        /// The part of a wide text that an ellipsis replaces.
        public enum Truncation: Sendable, Hashable {
            /// The beginning of the text.
            case head
            /// The end of the text.
            case tail
            /// Nothing is cut off. The table is refused with an error that names the cell.
            case error
        }
    }

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - name: The name in menus.
    ///   - fileExtension: The extension of addresses and files.
    ///   - mediaType: The media type of responses.
    ///   - parameter: The parameter that chooses a variant. Default: nil.
    ///   - makeWriter: A closure that returns a new writer.
    public init<Writer: TableWriter & SendableMetatype & ~Copyable>(
        _ name: String, fileExtension: String, mediaType: String, parameter: Parameter? = nil,
        makeWriter: @escaping @Sendable (Options) -> Writer
    ) {
        self.init(name, fileExtension: fileExtension, mediaType: mediaType, parameter: parameter) { snapshot, options in
            var writer = makeWriter(options)
            snapshot.write(to: &writer)
            return writer.takeOutput()
        } export: { export, options, output in
            try await export.write(makeWriter(options), to: output)
        }
    }

    package init(
        _ name: String, fileExtension: String, mediaType: String, parameter: Parameter? = nil,
        write: @escaping @Sendable (PageSnapshot, Options) throws -> [UInt8],
        export: @escaping @TableActor @Sendable (TableExport, Options, TableExport.Output) async throws -> Void
    ) {
        (self.name, self.fileExtension, self.mediaType) = (name, fileExtension, mediaType)
        (self.parameter, self.write, self.export) = (parameter, write, export)
    }
}

extension TableFormat: Hashable {
    /// Returns whether two formats have the same extension.
    public static func == (one: TableFormat, other: TableFormat) -> Bool { one.fileExtension == other.fileExtension }

    /// Hashes the extension.
    public func hash(into hasher: inout Hasher) { hasher.combine(fileExtension) }
}
