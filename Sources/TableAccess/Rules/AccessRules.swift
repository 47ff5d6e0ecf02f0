import Bytes
import CascadingTable
import TableDatabase

/// The tables, columns and rows that people may see and change, in the words of PostgreSQL.
///
/// ```sql
/// GRANT sales TO anna, bo;
/// GRANT SELECT (id, title), UPDATE (title) ON orders TO sales;
/// CREATE POLICY own ON orders FOR ALL TO sales USING (owner = current_user);
/// ```
///
/// A table, column or row that is not granted does not exist for a person. Administrators see and change everything. The same file, run in
/// PostgreSQL, gives its roles the same rights.
package struct AccessRules: Sendable {
    private(set) var rules: [Rule] = []

    /// A statement, with the line on which it begins.
    struct Rule: Sendable, Hashable {
        var line: Int
        var statement: Statement
    }

    enum Statement: Sendable, Hashable {
        case member(of: [String], people: [String])
        /// Rights on tables; nil for all tables.
        case grant([Privilege], on: [String]?, to: [String])
        case policy(Policy)
        /// A table without rows but those that policies show.
        case security(table: String)
        /// A role of PostgreSQL, which is a group here.
        case role
    }

    /// A right, for some columns or for all.
    struct Privilege: Sendable, Hashable {
        var kind: Kind
        var columns: [String]?

        enum Kind: String, Sendable, CaseIterable { case select, insert, update, delete }
    }

    /// A condition of the rows that people see and change.
    struct Policy: Sendable, Hashable {
        var name, table: String
        /// A Boolean value that indicates whether one of several such policies is enough.
        var isPermissive = true
        /// The right that the policy is about; nil for all.
        var kind: Privilege.Kind?
        var people = ["public"]
        var using, check: String?
    }

    /// Reads the rules of a file.
    ///
    /// - Throws: ``AccessRulesError``, with the line.
    package init(_ text: String) throws(AccessRulesError) {
        var parser = AccessRulesParser(text)
        rules = try parser.rules()
    }

    /// The names of the tables that rules name.
    var tables: [String] {
        var names: [String] = []
        for rule in rules {
            let named: [String] =
                switch rule.statement {
                case .grant(_, let tables, _): tables ?? []
                case .policy(let policy): [policy.table]
                case .security(let table): [table]
                case .member, .role: []
                }
            names += named.filter { name in !names.contains(where: name.isExactly) }
        }
        return names
    }
}

/// The error for a file of rules that cannot be read, or that does not fit the database.
package struct AccessRulesError: Error, CustomStringConvertible {
    /// The line, from 1.
    package var line: Int
    package var reason: String

    init(line: Int, _ reason: String) { (self.line, self.reason) = (line, reason) }

    package var description: String { "line \(line): \(reason)" }
}

extension AccessRules {
    /// The rules that are about a person.
    struct Grants: Hashable, Sendable {
        /// The rules, in the order of the file.
        var rules: [Rule]
        /// The name that `current_user` stands for; nil if no rule asks for it.
        var user: String?
    }

    /// Returns the rules that are about a person; nil for an administrator, whom they do not limit.
    func grants(of account: Account) -> Grants? {
        guard account.ownRole != .administrator else { return nil }
        // An account with the name of a role does not get the rights of the role.
        let reserved = Set(AccountRole.allCases.map(\.rawValue) + ["public"])
        var names = Set(account.groups.map(Accounts.id) + [Accounts.id(of: account.name)]).subtracting(reserved)
        names.insert("public")
        names.formUnion(AccountRole.allCases.filter { $0 <= account.ownRole }.map(\.rawValue))
        var count = 0
        while names.count != count {
            count = names.count
            for case .member(let groups, let people) in rules.map(\.statement)
            where !names.isDisjoint(with: people.map(Accounts.id)) { names.formUnion(groups.map(Accounts.id)) }
        }
        func isFor(_ people: [String]) -> Bool { !names.isDisjoint(with: people.map(Accounts.id)) }
        var grants = Grants(rules: [])
        for rule in rules {
            switch rule.statement {
            case .grant(_, _, let people): if isFor(people) { grants.rules.append(rule) }
            case .policy(let policy):
                // Policies for others leave a person no rows.
                grants.rules.append(
                    isFor(policy.people) ? rule : Rule(line: rule.line, statement: .security(table: policy.table)))
                if isFor(policy.people), policy.asksForUser { grants.user = account.name }
            case .security: grants.rules.append(rule)
            case .member, .role: break
            }
        }
        return grants
    }
}

extension AccessRules.Grants {
    typealias Kind = AccessRules.Privilege.Kind

    /// The names of the tables that rules name.
    private var tables: [String] {
        rules.flatMap { rule -> [String] in
            switch rule.statement {
            case .grant(_, let tables, _): tables ?? []
            case .policy(let policy): [policy.table]
            case .security(let table): [table]
            case .member, .role: []
            }
        }
    }

    /// Leaves out what the rules do not allow.
    func restrict(_ tables: inout DatabaseTables) {
        restrict(&tables.others, named: nil)
        for name in self.tables {
            var table = tables[name]
            (table.isHidden, table.canInsert, table.canUpdate, table.canDelete) = (false, true, true, true)
            restrict(&table, named: name)
            tables[name] = table
        }
    }

    private func restrict(_ table: inout DatabaseTable, named name: String?) {
        if columns(.select, of: name) == nil { table.isHidden = true }
        table.columns = columns(.select, of: name)?.list
        for kind in Kind.allCases {
            guard let change = kind.change else { continue }
            let granted = columns(kind, of: name)
            let condition = condition(of: kind, in: name)
            if let names = granted?.list { table.writableColumns[change] = Set(names) }
            table.writeConditions[change] = condition
            guard granted == nil || condition?.allowsNone == true else { continue }
            switch kind {
            case .insert: table.canInsert = false
            case .update: table.canUpdate = false
            case .delete: table.canDelete = false
            case .select: break
            }
        }
        table.rows = condition(of: .select, in: name)?.before
    }

    /// The columns of a right; all if the list is nil.
    private typealias Columns = (list: [String]?, lines: [Int])

    /// Returns the columns of a right on a table; nil without the right.
    private func columns(_ kind: Kind, of name: String?) -> Columns? {
        var (found, lines, isWhole) = ([String](), [Int](), false)
        for rule in rules {
            guard case .grant(let privileges, let tables, _) = rule.statement,
                tables?.contains(where: { name?.isExactly($0) == true }) != false
            else { continue }
            for privilege in privileges where privilege.kind == kind {
                lines.append(rule.line)
                guard let columns = privilege.columns else {
                    isWhole = true
                    continue
                }
                found += columns.filter { column in !found.contains(where: column.isExactly) }
            }
        }
        return lines.isEmpty ? nil : (isWhole ? nil : found, lines)
    }

    /// Returns the conditions of a right on a table; nil if no policy is about the table.
    private func condition(of kind: Kind, in name: String?) -> DatabaseTable.WriteCondition? {
        guard let name, tables(withSecurity: name) else { return nil }
        let policies = policies(of: kind, on: name)
        func joined(_ text: KeyPath<AccessRules.Policy, String?>) -> SQLCondition {
            func conditions(isPermissive: Bool) -> [SQLCondition] {
                policies.compactMap { policy in
                    guard policy.isPermissive == isPermissive else { return nil }
                    return (policy[keyPath: text] ?? policy.using).map { condition($0, of: name) }
                }
            }
            // Without a permissive policy there are no rows.
            let one = conditions(isPermissive: true).reduce(nil) { (all: SQLCondition?, next) in
                all.map { "\($0) OR \(next)" } ?? next
            }
            return one.map { conditions(isPermissive: false).reduce($0) { "\($0) AND \($1)" } } ?? Self.none
        }
        return DatabaseTable.WriteCondition(
            before: kind == .insert ? nil : joined(\.using),
            after: kind == .insert || kind == .update ? joined(\.check) : nil)
    }

    fileprivate static var none: SQLCondition { "1 = 0" }

    private func tables(withSecurity name: String) -> Bool {
        rules.contains { rule in
            switch rule.statement {
            case .policy(let policy): policy.table.isExactly(name)
            case .security(let table): table.isExactly(name)
            case .grant, .member, .role: false
            }
        }
    }

    private func policies(of kind: Kind, on name: String) -> [AccessRules.Policy] {
        rules.compactMap { rule in
            guard case .policy(let policy) = rule.statement, policy.table.isExactly(name) else { return nil }
            return policy.kind == nil || policy.kind == kind ? policy : nil
        }
    }

    /// Returns a condition about the row `t` of a table, with the name of the person.
    private func condition(_ text: String, of table: String) -> SQLCondition {
        let tokens = SQLText.tokens(of: text, .postgreSQL)
        let bytes = Array(text.utf8)
        // In a statement within the condition, the name of the table may be another row.
        let isRow = !tokens.indices.contains { place in
            tokens[place].names(table) && !tokens.dropFirst(place + 1).starts(with: ["."]) { $0.text == $1 }
        }
        var (sql, arguments, end) = ([UInt8](), [SQLValue](), 0)
        for (place, token) in tokens.enumerated() {
            let isUser = token.text.lowercased() == "current_user"
            guard isUser || isRow && token.names(table) && (place == 0 || tokens[place - 1].text != ".") else {
                continue
            }
            sql += bytes[end..<token.start] + Array((isUser ? "?" : "t").utf8)
            end = token.start + token.text.utf8.count
            if isUser { arguments.append(SQLValue(user ?? "")) }
        }
        return SQLCondition(sql: String(decoding: sql + bytes[end...], as: UTF8.self), arguments: arguments)
    }
}

extension AccessRules.Grants {
    /// A right of a person on a table, as the page about rights tells it.
    struct Right {
        var kind: Kind
        /// The columns; nil for all.
        var columns: [String]?
        /// The conditions of the rows, as the file has them; empty for all rows.
        var conditions: [String]
        /// The lines of the file that give the right.
        var lines: [Int]
    }

    /// Returns the rights of a person on a table; on tables that no rule names without a name.
    func rights(on name: String?) -> [Right] {
        Kind.allCases.compactMap { kind in
            guard let columns = columns(kind, of: name) else { return nil }
            let hasPolicies = name.map(tables(withSecurity:)) ?? false
            let found = name.map { policies(of: kind, on: $0) } ?? []
            guard !hasPolicies || found.contains(where: \.isPermissive) else { return nil }
            let conditions = found.compactMap { kind == .insert ? $0.check ?? $0.using : $0.using }
            let lines = rules.filter { rule in
                if case .policy(let policy) = rule.statement { found.contains(policy) } else { false }
            }
            return Right(
                kind: kind, columns: columns.list, conditions: conditions, lines: columns.lines + lines.map(\.line))
        }
    }
}

extension DatabaseTable.WriteCondition {
    fileprivate var allowsNone: Bool { (before ?? after) == AccessRules.Grants.none }
}

extension AccessRules.Privilege.Kind {
    /// The kind of change that the right allows; nil for reading.
    fileprivate var change: RowChange.Kind? {
        switch self {
        case .select: nil
        case .insert: .insert
        case .update: .change
        case .delete: .delete
        }
    }
}

extension AccessRules.Policy {
    fileprivate var asksForUser: Bool {
        [using, check].compactMap(\.self).contains { text in
            SQLText.tokens(of: text, .postgreSQL).contains { $0.text.lowercased() == "current_user" }
        }
    }
}
