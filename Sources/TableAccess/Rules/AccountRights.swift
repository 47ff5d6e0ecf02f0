import Bytes
import CascadingTable
import TableDatabase
import TableServer

/// The rights of a person, a token or a link.
struct AccountRights: VisitorRights {
    var canEdit: Bool
    var canShare = true
    var sharedView: SharedView?
    /// The names of the tables of a token; nil for all.
    var tables: [String]?
    /// The rules about the person; nil if none limit what they see.
    var grants: AccessRules.Grants?
    var databaseRole: String?

    var isWhole: Bool { tables == nil && grants == nil && databaseRole == nil }

    func restrict(_ tables: inout DatabaseTables) {
        grants?.restrict(&tables)
        tables.shownTables = self.tables
    }
}

extension Accounts {
    /// The limit of people whose rights are in memory.
    private static let maxRights = 1_000

    /// Returns the rights of an account; those of a stranger without one.
    func rights(of account: Account?) -> AccountRights {
        guard let account else { return AccountRights(canEdit: false, tables: []) }
        if let known = knownRights.locked({ $0.value(for: account) }) { return known }
        var rights = AccountRights(
            canEdit: account.role >= .editor, sharedView: account.sharedView, tables: account.tables)
        // A person without an account owns no links.
        rights.canShare = proxy?.usesAccounts != false
        switch access {
        case .rules(let rules): rights.grants = rules.grants(of: account)
        case .databaseRoles where account.ownRole != .administrator:
            rights.databaseRole = account.name
            // PostgreSQL takes this name for the role of the server itself.
            if Self.id(of: account.name) == "none" { rights.tables = [] }
        case .databaseRoles, nil: break
        }
        knownRights.locked { known in
            known.insert(rights, for: account)
            if known.count > Self.maxRights { known.removeOldest() }
        }
        return rights
    }
}
