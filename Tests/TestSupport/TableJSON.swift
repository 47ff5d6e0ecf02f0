public import TableTesting

extension TestClient {
    /// Returns the identifiers of all rows, page by page, and of the same pages backwards.
    public func walk(_ url: String) async throws -> (forwards: [String], backwards: [String]) {
        var (forwards, backwards): ([String], [String]) = ([], [])
        var next: String? = url
        var last: String?
        while let page = next {
            let table = try await get(page).decode(TableJSON.self)
            forwards += table.ids
            (next, last) = (table.next_url, table.previous_url)
            if next == nil { backwards = table.ids }
        }
        while let page = last {
            let table = try await get(page).decode(TableJSON.self)
            backwards = table.ids + backwards
            last = table.previous_url
        }
        return (forwards, backwards)
    }
}

/// The parts of a page's JSON that tests look at.
public struct TableJSON: Decodable {
    public struct Section: Decodable { public var rows: [Row] }
    public struct Row: Decodable { public var id: String }
    public var sections: [Section]
    public var next_url: String?
    public var previous_url: String?

    /// The identifiers of all rows.
    public var ids: [String] { sections.flatMap(\.rows).map(\.id) }
}
