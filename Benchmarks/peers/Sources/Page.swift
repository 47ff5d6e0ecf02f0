import Foundation
import Mustache

/// The first page of the sample as each peer has it: in memory, and written anew for each request.
struct Page: Codable, Sendable {
    var title: String
    var revision: Int
    var rows: [Row]

    struct Row: Codable, Sendable {
        var place: String
        var id: String
        var fields: Fields
    }

    struct Fields: Codable, Sendable {
        var name: String
        var capital: String
        var area: Int
        var joined: String
        var code: String
        var article: String
    }

    /// Reads what the sample's `table.json` has.
    init(contentsOf file: String) throws {
        let table = try JSONDecoder().decode(Table.self, from: try Data(contentsOf: URL(filePath: file)))
        title = table.title
        revision = table.revision
        rows = table.sections.flatMap(\.rows).map { row in
            Row(place: "\(row.section)/\(row.row)", id: row.id, fields: row.cell.fields)
        }
    }

    static func template() throws -> MustacheTemplate {
        try MustacheTemplate(
            string: """
                <!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{title}}</title></head><body>
                <h1>{{title}}</h1><table>
                <thead><tr><th>Member state<th>Capital<th>Area in km²<th>Member since<th>Code<th>Article</tr></thead>
                <tbody>
                {{#rows}}
                <tr id="row-{{id}}" class="row" data-place="{{place}}"><th scope="row"><button class="go" \
                aria-pressed="false" form="touch" formaction="/select/{{place}}" name="id" value="{{id}}">{{fields.name}}\
                </button></th><td>{{fields.capital}}</td><td class="num">{{fields.area}}</td><td><time datetime="{{fields.joined}}">\
                {{fields.joined}}</time></td><td>{{fields.code}}</td><td><a href="{{fields.article}}" rel="noreferrer noopener">Wikipedia\
                </a></td></tr>
                {{/rows}}
                </tbody></table></body></html>
                """)
    }
}

private struct Table: Decodable {
    var title: String
    var revision: Int
    var sections: [Section]

    struct Section: Decodable { var rows: [Row] }
    struct Row: Decodable {
        var section: Int
        var row: Int
        var id: String
        var cell: Cell
    }
    struct Cell: Decodable { var fields: Page.Fields }
}
