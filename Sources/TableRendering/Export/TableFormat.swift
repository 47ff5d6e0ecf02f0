import CascadingTable

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
        /// The limit of a text's width in formats with aligned columns, in terminal columns; nil for no limit.
        public var maximumColumnWidth: Int?
        /// A Boolean value that indicates whether texts that a spreadsheet would run as formulas are guarded.
        public var guardsFormulas = false
        /// A Boolean value that indicates whether headings are bold, by an escape sequence of terminals.
        public var isBold = false

        /// Creates the settings of a table.
        ///
        /// - Parameters:
        ///   - links: The addresses of the table. Default: relative ones.
        ///   - variant: The value of the format's parameter. Default: nil.
        public init(links: PageLinks? = nil, variant: String? = nil) {
            (self.links, self.variant) = (links ?? PageLinks(base: ""), variant)
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
