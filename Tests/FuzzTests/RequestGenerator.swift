import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableTesting
import TestSupport

@testable import TableServer

/// A generator of requests, both normal and invalid.
struct RequestGenerator {
    struct Sent: CustomStringConvertible {
        var method: HTTPRequest.Method
        var target: String
        var headers: HTTPFields
        var body: [UInt8]

        /// The request as arguments for curl.
        var description: String {
            let headers = headers.map { "-H '\($0.name): \($0.value)'" }.joined(separator: " ")
            return "-X \(method) '\(target)' \(headers) --data-binary '\(String(decoding: body, as: UTF8.self))'"
        }
    }

    /// A table that requests are sent to.
    struct Table {
        /// The path of the table, percent-encoded, with a slash at its end.
        var path: String
        var columns: [String]
        /// Whether requests go to the pages of its rows and of its groups too.
        var hasRows = false
    }

    private var random: SeededRandomNumberGenerator
    private let tables: [Table]
    /// The columns of the table of the next request.
    private var columns: [String] = []
    /// A Boolean value that indicates whether the tables refuse every action, so that few are sent.
    private let isReadOnly: Bool
    /// Row identifiers, tokens and addresses that the server gave out, the newest last.
    private var learned: [String: [String]] = [:]
    private var cookies: [String] = []

    init(seed: UInt64, tables: [Table], isReadOnly: Bool = false) {
        random = SeededRandomNumberGenerator(seed: seed)
        self.tables = tables
        self.isReadOnly = isReadOnly
    }

    /// All routes below a table, with `S`, `R` and `ID` as the parameters of their paths.
    static let routes: [(method: HTTPRequest.Method, path: String)] = {
        let pages = [
            "", "table.json", "table.txt", "table.csv", "table.md", "table.ndjson", "sections/S", "sections/S.json",
            "rows/S/R", "rows/S/R.json", "heights.css", "edit/S/R", "edit/S/R.json", "find", "drag/S/R",
            "values/S/R/FIELD", "new/S", "new/S.json",
        ]
        let actions = TableAction.all.map { route -> String in
            let parts = route.path.components.map { component -> String in
                switch component {
                case .literal(let text): text
                case .index("section", _): "S"
                case .index: "R"
                case .parameter: "ID"
                }
            }
            return parts.joined(separator: "/")
        }
        return pages.map { (.get, $0) } + (actions + ["batch", "refresh"]).map { (.post, $0) }
    }()

    mutating func next() -> Sent {
        let table = one(of: tables)
        columns = table.columns
        var (method, path) = one(of: Self.routes)
        while isReadOnly, method == .post, !chance(of: 20) { (method, path) = one(of: Self.routes) }
        if chance(of: 12), method == .post { method = .get }
        if chance(of: 60) { method = one(of: [.head, .post, .get, .put, .delete, .options]) }
        path = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            switch part {
            case "S": isReadOnly && !chance(of: 6) ? "0" : number
            case "R": number
            case "S.json", "R.json": number + ".json"
            case "ID": encoded(identifier)
            case "FIELD": encoded(one(of: columns + ["bogus"]))
            default: String(part)
            }
        }.joined(separator: "/")
        var headers: HTTPFields = [:]
        if chance(of: 3), let cookie = cookies.randomElement(using: &random) { headers[.cookie] = cookie }
        if chance(of: 2) {
            headers[.accept] = one(of: ["text/html", "application/json", "*/*", "text/html;q=0", ";;,"])
        }
        if chance(of: 25) { headers[.ifMatch] = one(of: ["*", "1", "\"1\"", "\"a.b\",\"c", "W/\"x\""]) }
        if chance(of: 10) { headers[.ifNoneMatch] = one(of: ["*", "\"1\"", "\"a,b\", W/\"c\""]) }
        if chance(of: 20) { headers[.acceptLanguage] = one(of: ["de", "he;q=0.5, de", "*", "x", ";q"]) }
        if chance(of: 20) { headers[.userAgent] = "Lynx/2.8" }
        if chance(of: 25), let name = HTTPField.Name("Idempotency-Key") {
            headers[name] = one(of: ["a", "b", "\"c\""])
        }
        var base = table.path
        if table.hasRows, chance(of: 3) {
            base += chance(of: 3) ? "by/\(encoded(one(of: columns)))/" : "row/\(encoded(identifier))/"
        }
        // The address in the format of its suffix.
        if chance(of: 30), base != "/" {
            (base, path) = (String(base.dropLast()), one(of: [".json", ".csv", ".ndjson"]))
        }
        // Requests with unknown parameters are refused at once, so they stay rare.
        let names =
            chance(of: 8) ? Self.pageParameters + columnFilters : chance(of: 3) ? columnFilters : Self.knownParameters
        let query = chance(of: 2) ? [] : items(from: names, upTo: 3)
        var body: [UInt8] = []
        if method == .post, !chance(of: 4) {
            if chance(of: 3) || path == "batch" {
                headers[.contentType] = "application/json"
                body = Array((path == "batch" && !chance(of: 5) ? batch : object).utf8)
            } else {
                headers[.contentType] = "application/x-www-form-urlencoded"
                body = Array(written(items(from: Self.formParameters, upTo: 5)).utf8)
            }
            if chance(of: 30), !body.isEmpty { body.removeLast(Int.random(in: 1...body.count, using: &random)) }
        }
        let target = base + path + (query.isEmpty ? "" : "?\(written(query))")
        return Sent(method: method, target: target, headers: headers, body: body)
    }

    /// Remembers identifiers and tokens of a response, so that later requests name rows that exist.
    mutating func learn(from answer: TestResponse) {
        if let cookie = answer.headers[.setCookie]?.split(separator: ";").first {
            cookies = (cookies + [String(cookie)]).suffix(20)
        }
        // Reading every response would take longer than the server needs to answer.
        guard chance(of: 10), answer.body.count < 10_000 else { return }
        let parts = answer.text.split(separator: "\"")
        for (name, value) in zip(parts, parts.dropFirst(2)) {
            switch name {
            case "id": note(value, as: "id")
            case "next", "previous": note(value, as: "token")
            case "url" where value.contains("undo/"): note(value.split(separator: "/").last ?? "", as: "undo")
            default: break
            }
        }
    }

    private mutating func note(_ value: Substring, as kind: String) {
        learned[kind] = (learned[kind, default: []] + [String(value)]).suffix(100)
    }

    // MARK: Parts

    private static let pageParameters = [
        "_size", "_next", "_prev", "_section", "_row", "_edit", "_lang", "_expanded", "_style", "_sort", "_sort_desc",
        "_search", "_filter_column", "_filter_op", "_filter_value", "_since", "_query", "_", "text", "after", "edge",
        "px", "id", "rows", "all", "_labels", "_shape", "_fresh", "_embed",
    ]
    private static let knownParameters = [
        "_size", "_next", "_section", "_row", "_edit", "_lang", "_expanded", "_sort", "_sort_desc", "_search",
        "_labels", "_or", "_col", "_nocol", "_group", "_bin", "_sum", "_mean", "_min", "_max", "_stats", "_complete",
        "_facet",
    ]
    private static let formParameters = [
        "rows", "rows", "rows", "all", "except", "id", "from", "to", "to", "text", "items", "values", "_query", "name",
    ]
    private var columnFilters: [String] {
        columns
            + columns.flatMap { column in TableQuery.Operator.allCases.map { "\(column)__\($0.rawValue)" } }
            + ["bogus", "__", "a__b__gt"]
    }

    private mutating func items(from names: [String], upTo count: Int) -> [(String, String)] {
        (0..<Int.random(in: 1...count, using: &random)).map { _ in
            let name = one(of: names)
            return (name, chance(of: 20) ? text : value(of: name))
        }
    }

    private mutating func value(of name: String) -> String {
        switch name {
        case "_size": one(of: ["1", "2", "3", "7", "max", number])
        case "_next", "_prev": learned["token"]?.randomElement(using: &random) ?? "0.0~a"
        case "_section": number
        case "_row", "id", "_expanded": identifier
        case "_edit", "all", "_labels", "_or", "_fresh", "_complete": one(of: ["0", "1", "1", "true"])
        case "_shape": one(of: ["cells", "objects", "arrays", "none"])
        case "_lang": one(of: ["en", "de", "he", "xx"])
        case "_style": one(of: ["psql", "rst", "latex", "csv", "tsv", "org", "html", "none"])
        case "_sort", "_sort_desc": one(of: columns + ["bogus", "count"])
        case "_filter_column", "_col", "_nocol", "_group", "_sum", "_mean", "_min", "_max", "_stats", "_facet":
            one(of: columns + ["bogus"])
        case "_bin": one(of: ["", "year", "month", "day", "10", "0.1", "1e300", "week", number])
        case "_filter_op": one(of: ["exact", "gt", "in", "contains", "isnull", "none"])
        case "_query": written(items(from: ["_sort", "_sort_desc", "_size", "_search", "_edit"] + columns, upTo: 2))
        case "rows", "except": chance(of: 3) ? place : chance(of: 2) ? "\(place)-\(place)" : "\(place)@\(identifier)"
        case "from", "to", "after": chance(of: 4) ? number : place
        case "edge": one(of: ["first", "last", "middle"])
        case "px": one(of: ["44", "44,72.5", "1e400", "-1", number])
        case "_since": one(of: ["0", "1", "x.1", number])
        default: one(of: Self.operands + [number, number, text, text])
        }
    }

    private static let operands = [
        "a", "1", "", "-9e99", "1,2,a", "NaN", "inf", "-inf", "-9223372036854775808", "-9223372036854775808.0", "1e308",
        "2024-05-31", "9999-12-31T23:59:60Z", "2024-02-30", "true", "é", "e\u{301}", "apple", "word", "\"a b\"", "wor*",
        "%", "_", "\u{0}", "0x10", "-0", "1.234,5", "1,234.5",
    ]

    /// A random number, mostly that of one of the first rows or sections.
    private var number: String {
        mutating get {
            if !chance(of: 12) { return String(Int.random(in: 0...3, using: &random)) }
            return one(of: [
                "99", "100", "-1", "+1", "007", "", "1e3", "0x1", "1.5", "2147483647", "2147483648", "4294967296",
                "9223372036854775807", "9223372036854775808", "18446744073709551616", "99999999999999999999999",
            ])
        }
    }

    private var place: String { mutating get { "\(number).\(number)" } }

    private var identifier: String {
        mutating get {
            let kind = chance(of: 8) ? "undo" : "id"
            if let known = learned[kind]?.randomElement(using: &random), !chance(of: 6) { return known }
            return one(of: ["delete", "insert", "copy", "cut", "paste", "0-0", "a", "", text])
        }
    }

    private var text: String { mutating get { random.text(upTo: 6) } }

    /// A JSON object of body parameters, with values of right and wrong types.
    private var object: String {
        mutating get {
            let members = items(from: Self.formParameters, upTo: 5).map { name, value in
                "\(quoted(name)):\(self.json(value, as: name))"
            }
            return "{\(members.joined(separator: ","))}"
        }
    }

    private var batch: String {
        mutating get {
            let names = Self.routes.compactMap { $0.method == .post ? $0.path.split(separator: "/").first : nil }
            let gestures = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                var members = items(from: Self.formParameters, upTo: 3).map { ($0.0, json($0.1, as: $0.0)) }
                members += [("do", quoted(String(one(of: names)))), ("row", quoted(place))]
                for name in ["entry", "action", "style", "token"] where !chance(of: 3) {
                    members.append((name, quoted(identifier)))
                }
                return "{\(members.map { "\(quoted($0)):\($1)" }.joined(separator: ","))}"
            }
            return "{\"gestures\":[\(gestures.joined(separator: ","))]}"
        }
    }

    private mutating func json(_ value: String, as name: String) -> String {
        if chance(of: 8) { return one(of: ["null", "1", "-1", "1e999", "[]", "{}", "true", "[[[]]]", "\"\\ud800\""]) }
        return switch name {
        case "rows", "except": "[\(quoted(value))]"
        case "all": value == "1" ? "true" : "false"
        case "items": "[{\"text\":\(quoted(value))}]"
        case "values": "{\(quoted(one(of: columns))):\(quoted(value))}"
        default: quoted(value)
        }
    }

    private func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : scalar.value < 0x20 ? " " : String(scalar)
        }
        return "\"\(escaped.joined())\""
    }

    private mutating func written(_ items: [(String, String)]) -> String {
        items.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
    }

    /// Returns the text percent-encoded, sometimes with a mistake.
    private mutating func encoded(_ text: String) -> String {
        let hex = Array("0123456789ABCDEF")
        let isWrong = chance(of: 60)
        return text.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: String(UnicodeScalar(byte))
            default: isWrong ? "%" : "%\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
            }
        }.joined()
    }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    /// Returns true in one of `count` cases.
    private mutating func chance(of count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
}
