public import TableRendering

// The writers are in TableRendering, because cached pages of JSON are changed in place.
extension TableFormat {
    /// A page of rows as one JSON object, in a ``JSONShape``.
    public static let json: TableFormat = {
        var format = TableFormat(
            "JSON", fileExtension: "json", mediaType: "application/json", parameter: .shape
        ) { JSONTableWriter(links: $0.links, shape: $0.shape ?? .cells) }
        (format.isWhole, format.isForFiles) = (false, false)
        return format
    }()

    /// The rows as JSON, one on each line.
    public static let ndjson = TableFormat(
        "NDJSON", fileExtension: "ndjson", mediaType: "application/x-ndjson", parameter: .shape
    ) { NDJSONTableWriter(links: $0.links, shape: $0.shape ?? .objects) }
}

extension TableFormat.Parameter {
    fileprivate static let shape = Self("_shape", values: JSONShape.allCases.map(\.rawValue))
}

extension TableFormat.Options {
    fileprivate var shape: JSONShape? { variant.flatMap(JSONShape.init) }
}
