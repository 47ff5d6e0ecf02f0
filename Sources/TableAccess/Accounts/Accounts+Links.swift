import Essentials
import HTTPMessages
import TableServer

extension Accounts {
    /// The limit of links of a person.
    private static let maxLinks = 100

    /// Returns the secret of a link that shows a part of a table as its owner sees it, to everyone who has the link.
    ///
    /// - Parameter days: The number of days after which it ends: 1 to 3,650.
    /// - Throws: `HTTPError` 422 for another number of days, 409 for a person with too many links.
    func shareView(_ view: SharedView, of name: String, days: Int) async throws -> String {
        let found = try await require(name)
        guard (1...3_650).contains(days), view.query.utf8.count <= 4_096 else {
            throw HTTPError(.unprocessableContent, "A link ends after 1 to 3,650 days.")
        }
        guard try await store.records(.link, of: found.record.id).count < Self.maxLinks else {
            throw HTTPError(.conflict, "A person has at most 100 links. Remove one first.")
        }
        let secret = Secret()
        let record = try AccountRecord(
            .link, secret.hash, owner: found.record.id, StoredLink(key: found.account.key, view: view),
            expires: Date(timeIntervalSinceNow: TimeInterval(days) * 86_400))
        _ = try await store.set(record, replacing: nil)
        return secret.text
    }

    /// The links of a person that have not ended.
    func links(of name: String) async throws -> [(id: String, link: StoredLink, expires: Date?)] {
        try await store.records(.link, of: Self.id(of: name)).compactMap { record in
            record.content().map { (record.id, $0, record.expires) }
        }
    }

    /// Returns the visit by a link, whose rights are those of its owner now; nil if the link or its owner is gone.
    func visit(ofLink hash: String) async throws -> Visit? {
        guard let record = try await store.record(.link, hash), var link: StoredLink = record.content(),
            let found = try await find(record.owner), found.account.key == link.key
        else { return nil }
        if link.seen.map({ $0.timeIntervalSinceNow < -86_400 }) ?? true {
            link.seen = Date()
            _ = try await store.set(record.with(link), replacing: record)
        }
        var account = Account(found.account, atMost: .viewer)
        account.sharedView = link.view
        return Visit(account: account, way: .link)
    }

    /// Returns the address of a link. Its order and labels stay parameters, which visitors can change.
    static func address(ofLink secret: String, _ view: SharedView) -> String {
        let free = view.query.split(separator: "&").filter { item in
            ["_sort=", "_sort_desc=", "_labels="].contains(where: item.hasPrefix)
        }
        return view.path.dropLast() + SharedView.folder + secret + "/"
            + (free.isEmpty ? "" : "?\(free.joined(separator: "&"))")
    }
}

extension Request {
    /// The secret in the address of a link that shows a part of a table; nil for another address.
    var linkSecret: String? {
        guard let folder = path.firstRange(of: SharedView.folder) else { return nil }
        return String(path[folder.upperBound...].prefix { $0 != "/" })
    }
}
