import Bytes
import TableDatabase

/// Reads the statements of a file of rules.
struct AccessRulesParser {
    private let text: [UInt8]
    private let tokens: [SQLText.Token]
    private var place = 0

    typealias Rule = AccessRules.Rule
    typealias Privilege = AccessRules.Privilege

    init(_ text: String) {
        // Editors of Windows put a byte order mark before the text.
        let text = String(text.drop { $0 == "\u{FEFF}" })
        (self.text, tokens) = (Array(text.utf8), SQLText.tokens(of: text, .postgreSQL))
    }

    mutating func rules() throws(AccessRulesError) -> [Rule] {
        var rules: [Rule] = []
        while place < tokens.count {
            if skip(";") { continue }
            let line = line
            rules.append(Rule(line: line, statement: try statement()))
            guard place == tokens.count || skip(";") else {
                throw unexpected("; after the statement, or \"quotes\" around a name with signs")
            }
        }
        return rules
    }

    private mutating func statement() throws(AccessRulesError) -> AccessRules.Statement {
        if skip("GRANT") { return try grant() }
        if skip("CREATE") {
            if skip("ROLE") {
                while let token = peek, token != ";" { place += 1 }
                return .role
            }
            try need("POLICY")
            return .policy(try policy())
        }
        if skip("ALTER") {
            try need("TABLE")
            let table = try tableName()
            for word in ["ENABLE", "ROW", "LEVEL", "SECURITY"] { try need(word) }
            return .security(table: table)
        }
        if peek?.uppercased() == "REVOKE" {
            throw AccessRulesError(line: line, "REVOKE is not needed, because only what is granted is allowed")
        }
        throw unexpected("GRANT, CREATE POLICY, CREATE ROLE or ALTER TABLE")
    }

    private mutating func grant() throws(AccessRulesError) -> AccessRules.Statement {
        let isOfRights = peek?.uppercased() == "ALL" || Privilege.Kind(rawValue: peek?.lowercased() ?? "") != nil
        guard isOfRights else {
            let groups = try list { parser throws(AccessRulesError) in try parser.name() }
            if peek?.uppercased() == "ON" { throw unexpected("SELECT, INSERT, UPDATE, DELETE or ALL before ON") }
            try need("TO")
            return .member(of: groups, people: try people())
        }
        let privileges = try privileges()
        try need("ON")
        var tables: [String]?
        if skip("ALL") {
            try need("TABLES")
            if skip("IN") {
                try need("SCHEMA")
                _ = try name()
            }
        } else {
            _ = skip("TABLE")
            tables = try list { parser throws(AccessRulesError) in try parser.tableName() }
        }
        try need("TO")
        return .grant(privileges, on: tables, to: try people())
    }

    private mutating func privileges() throws(AccessRulesError) -> [Privilege] {
        if skip("ALL") {
            _ = skip("PRIVILEGES")
            return Privilege.Kind.allCases.map { Privilege(kind: $0) }
        }
        return try list { parser throws(AccessRulesError) in
            guard let kind = Privilege.Kind(rawValue: parser.peek?.lowercased() ?? "") else {
                throw parser.unexpected("SELECT, INSERT, UPDATE, DELETE or ALL")
            }
            parser.place += 1
            guard parser.skip("(") else { return Privilege(kind: kind) }
            let columns = try parser.list { parser throws(AccessRulesError) in try parser.name() }
            try parser.need(")")
            return Privilege(kind: kind, columns: columns)
        }
    }

    private mutating func policy() throws(AccessRulesError) -> AccessRules.Policy {
        let name = try name()
        try need("ON")
        var policy = AccessRules.Policy(name: name, table: try tableName())
        if skip("AS") {
            policy.isPermissive = !skip("RESTRICTIVE")
            if policy.isPermissive { try need("PERMISSIVE") }
        }
        if skip("FOR"), !skip("ALL") {
            guard let kind = Privilege.Kind(rawValue: peek?.lowercased() ?? "") else {
                throw unexpected("ALL, SELECT, INSERT, UPDATE or DELETE")
            }
            (policy.kind, place) = (kind, place + 1)
        }
        if skip("TO") { policy.people = try people() }
        if skip("USING") { policy.using = try condition() }
        if skip("WITH") {
            try need("CHECK")
            policy.check = try condition()
        }
        let needed = policy.kind == .insert ? policy.check : policy.using
        guard needed != nil else {
            throw unexpected(policy.kind == .insert ? "WITH CHECK (condition)" : "USING (condition)")
        }
        return policy
    }

    /// Reads a condition in parentheses.
    private mutating func condition() throws(AccessRulesError) -> String {
        try need("(")
        let first = place
        var depth = 1
        while place < tokens.count {
            switch tokens[place].text {
            case "(": depth += 1
            case ")": depth -= 1
            case "?":
                throw AccessRulesError(line: line, "a condition has no ?, because servers put values in its place")
            case "t", "T":
                throw AccessRulesError(line: line, "a condition cannot use the name t, which is that of the row here")
            case ";": throw unexpected(") at the end of the condition")
            default: break
            }
            if depth == 0 { break }
            place += 1
        }
        guard place > first, place < tokens.count else { throw unexpected("a condition in parentheses") }
        let condition = text[tokens[first].start..<tokens[place].start]
        place += 1
        return String(decoding: condition, as: UTF8.self)
    }

    private mutating func people() throws(AccessRulesError) -> [String] {
        try list { parser throws(AccessRulesError) in try parser.name() }
    }

    // MARK: - Tokens

    private var peek: String? { place < tokens.count ? tokens[place].text : nil }

    /// The line of the next token.
    private var line: Int {
        let end = place < tokens.count ? tokens[place].start : text.count
        return text[..<end].count { $0 == UInt8(ascii: "\n") } + 1
    }

    private func unexpected(_ wanted: String) -> AccessRulesError {
        AccessRulesError(line: line, "\(peek.map { "found \($0)" } ?? "the file ends"), and needs \(wanted)")
    }

    private mutating func skip(_ word: String) -> Bool {
        guard peek?.uppercased() == word else { return false }
        place += 1
        return true
    }

    private mutating func need(_ word: String) throws(AccessRulesError) {
        guard skip(word) else { throw unexpected(word) }
    }

    private mutating func list<Element>(
        _ element: (inout AccessRulesParser) throws(AccessRulesError) -> Element
    ) throws(AccessRulesError) -> [Element] {
        var elements = [try element(&self)]
        while skip(",") { elements.append(try element(&self)) }
        return elements
    }

    /// Reads a name, in quotes if it has other signs than letters, digits and underscores.
    private mutating func name() throws(AccessRulesError) -> String {
        guard let token = peek, let name = SQLText.Token.name(token) else {
            throw unexpected("a name, in \"quotes\" if it has blanks or signs")
        }
        place += 1
        return name
    }

    /// Reads the name of a table, with its schema if it has one other than `public`.
    private mutating func tableName() throws(AccessRulesError) -> String {
        let first = try name()
        guard skip(".") else { return first }
        let second = try name()
        return first == "public" ? second : "\(first).\(second)"
    }
}

extension SQLText.Token {
    /// Returns the name that a token writes; nil for a token that is no name.
    static func name(_ text: String) -> String? {
        if text.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") {
            return String(text.dropFirst().dropLast())
        }
        guard let first = text.unicodeScalars.first, first == "_" || first.properties.isAlphabetic else { return nil }
        return text
    }

    /// Returns whether the token is the name of a table.
    func names(_ table: String) -> Bool { Self.name(text)?.isExactly(table) == true }
}
