public import CascadingTable
public import HTTPMessages
import Logging
public import TableDatabase

extension TableServer {
    /// Serves a database: the list of its tables, the tables, their rows, forms, history and statements. Open pages follow
    /// changes while the server runs.
    ///
    /// ```swift
    /// var configuration = SQLiteDatabase.Configuration()
    /// configuration.editableTables = .all
    /// configuration.history = EditHistory()
    /// let shop = try SQLiteDatabase(path: "shop.db", configuration: configuration)
    /// try await server.mount("/admin/", shop, allowsSQL: true)
    /// ```
    ///
    /// If only programs of this machine reach the server, they may change the rows of editable tables. Otherwise visitors
    /// need a token, which is logged here with the level `notice`.
    ///
    /// - Parameters:
    ///   - path: The path of the list of tables, such as `/admin`. A slash is added to its end.
    ///   - database: The database.
    ///   - allowsSQL: Whether visitors run statements that read. Default: false.
    /// - Throws: The error of the database if it cannot be read, or cannot keep the history.
    public mutating func mount(
        _ path: RoutePath, _ database: some MountableDatabase, allowsSQL: Bool = false
    ) async throws {
        try await mount(path, database.pages.database, Statements(allowsOwn: allowsSQL))
    }

    /// Serves a database as each visitor may see and change it: the list of its tables, the tables, their rows, forms and
    /// history.
    ///
    /// ```swift
    /// try await server.mount("/admin/", shop) { tables, visitor in
    ///     guard let clerk = visitor.user as? Clerk else { throw HTTPError(.unauthorized, "Sign in first.") }
    ///     tables["orders"].rows = "region = \(clerk.region)"
    ///     tables["orders"].canDelete = clerk.isManager
    /// }
    /// ```
    ///
    /// The server calls the closure when a visitor opens a table for the first time, and keeps the rules with that table. If
    /// the type of the user is `Hashable` and `identify` returns a user whose properties have changed, it calls the closure
    /// again. So let the rights be properties of the user. Users can change rows without the token of the server; the rules
    /// limit what they change.
    ///
    /// - Parameters:
    ///   - path: The path of the list of tables, such as `/admin`. A slash is added to its end.
    ///   - database: The database.
    ///   - rules: Says what differs for a visitor from a table that everyone may see and change. An error that it throws
    ///     becomes the response.
    /// - Throws: The error of the database if it cannot be read, or cannot keep the history.
    public mutating func mount(
        _ path: RoutePath, _ database: some MountableDatabase,
        _ rules: @escaping @Sendable (inout DatabaseTables, TableVisitor) async throws -> Void
    ) async throws {
        try await mount(path, database.pages.database, Statements(), rules: rules)
    }

    /// Serves a database.
    ///
    /// - Parameters:
    ///   - statements: The statements that visitors run, if all tables have pages.
    ///   - listTitle: The title of the list of databases in the folder above; nil for none.
    ///   - rules: Says what a visitor may see and do; nil for one table for all visitors.
    package mutating func mount(
        _ path: RoutePath, _ database: any RelationalDatabase, _ statements: Statements, below listTitle: String? = nil,
        rules: (@Sendable (inout DatabaseTables, TableVisitor) async throws -> Void)? = nil
    ) async throws {
        try await database.prepare()
        if database.isEditable, configuration.editing?.token == nil, let token = allowEditing() {
            logger.notice("The token for changes is \(token)")
        }
        databases.append(database)
        let rights = configuration.editing?.rights
        let sharing: Mount.Sharing =
            rules != nil ? .visitor(isWhole: true) : rights.map(Mount.Sharing.rights) ?? .everyone
        let folder = "\(path.asFolder)"
        addReadinessCheck(database.title) { try await database.check() }
        @TableActor func linked(_ tableView: TableView, up link: String) -> TableView {
            if let listTitle { tableView.navigationItem.breadcrumbs.insert(TableLink(listTitle, to: link), at: 0) }
            return tableView
        }
        func mount(
            _ path: RoutePath, _ names: Mount.ParameterNames? = nil, listedBy list: TableView? = nil,
            _ make:
                @escaping @TableActor @Sendable (any RelationalDatabase, PathParameters, Query) async throws ->
                TableView?
        ) {
            self.mount(
                path, for: sharing, names, listedBy: list
            ) { path, query, visitor in
                let tableView = try await make(visible(to: visitor), path, query)
                let own = rights?(visitor)
                if own?.canEdit == false { await tableView?.removeEditing() }
                if own?.canShare == false { await tableView?.removeSharing() }
                return tableView
            }
        }
        /// Returns the database as a visitor may see and change it.
        @Sendable func visible(to visitor: TableVisitor) async throws -> any RelationalDatabase {
            let own = rights?(visitor)
            guard rules != nil || own?.isWhole == false else { return database }
            var database = database
            if let role = own?.databaseRole {
                guard let acting = database.asRole(role) else {
                    throw HTTPError(.forbidden, "This database has no roles.")
                }
                database = acting
            }
            var tables = DatabaseTables()
            try await rules?(&tables, visitor)
            own?.restrict(&tables)
            return try await database.restricted(to: tables)
        }
        if let rights {
            for (end, below) in [("", []), ("row/:key/", ["row"])] {
                self.mount(
                    path.appending(RoutePath("\(SharedView.folder):link/\(end)")), for: .visitor(isWhole: true)
                ) { [configuration] path, _, visitor in
                    guard let view = rights(visitor).sharedView, view.path == folder else { return nil }
                    let page = try PageParameters(Query(view.query), limits: configuration)
                    // The lines of the form are no filters yet, and statistics no rows.
                    guard page.form == nil, page.query.groups.areShared else { return nil }
                    return try await visible(to: visitor).makeTable(
                        below + (path["key"].map { [$0] } ?? []), sharing: view.table
                    ) { tableView in
                        let columns = try page.columns.columns(of: tableView.columns)
                        return (try page.query.query(of: tableView) ?? TableQuery(), columns.map(\.name))
                    }
                }
            }
        }
        // The values for each of which there is a page of a row: its key, and with a history the time.
        let rowKey: Mount.ParameterNames = { _, _ in database.keepsHistory ? ["_at"] : [] }
        guard database.showsAllTables else {
            if rules != nil || rights != nil {
                mount(path) { database, _, _ in try await database.makeTable(at: [], asOf: nil) }
            } else if let tableView = try await database.makeTable(at: [], asOf: nil) {
                self.mount(path, tableView)
            }
            return mount(path.appending("/row/:key/"), rowKey) { database, path, query in
                try await database.makeTable(at: ["row", path["key"] ?? ""], asOf: query["_at"])
            }
        }
        if rules == nil {
            statements.mount(on: &self, below: path, in: database.dialect, for: rights) { request in
                linked(try await database.makeTable(answering: request), up: request.linkPrefix + "../../")
            }
        }
        let views = rules == nil ? database.views ?? self.views?.ofOther(below: folder) : nil
        let list = await linked(try await database.makeListTable(statements.list, views: views), up: "../")
        if rules == nil, rights == nil {
            self.mount(path, list)
        } else {
            mount(path) { database, _, _ in
                let isWhole = database.rules == nil
                return linked(
                    try await database.makeListTable(isWhole ? statements.list : [], views: isWhole ? views : nil),
                    up: "../")
            }
        }
        mount(path.appending("/:table/"), listedBy: list) { database, path, _ in
            let segment = path["table"] ?? ""
            guard let tableView = try await database.makeTable(at: [segment], asOf: nil) else { return nil }
            if rules == nil, database.rules == nil { statements.link(tableView) }
            tableView.hosting.sharedPlace = rights == nil ? nil : (folder, segment)
            if database.rules == nil { tableView.hosting.views = views.map { ($0, segment, true) } }
            return linked(tableView, up: "../../")
        }
        mount(path.appending("/:table/row/:key/"), rowKey) { database, path, query in
            try await database.makeTable(at: [path["table"] ?? "", "row", path["key"] ?? ""], asOf: query["_at"])
                .map { linked($0, up: "../../../../") }
        }
    }

    /// Lets visitors change the rows of databases.
    ///
    /// - Returns: The token that they need; nil if only programs of this machine reach the server.
    package mutating func allowEditing() -> String? {
        // Rows that are pasted or have a file are larger than other requests.
        configuration.http.maxBodySize = max(configuration.http.maxBodySize, 32 << 20)
        if configuration.hasSignIn { return nil }
        // Others could write what they may read.
        let token = configuration.isForOthers ? EditingAccess.makeToken() : nil
        configuration.editing = EditingAccess(token: token)
        return token
    }
}

extension TableView {
    fileprivate func removeSharing() { hosting.sharedPlace = nil }

    /// Leaves out the forms and tools that change rows of a database.
    fileprivate func removeEditing() {
        hosting.views?.canSave = false
        hosting.editing = hosting.editing.map { TableEditing(nil, record: $0.record) }
    }
}

extension TableServer.Configuration {
    /// A Boolean value that indicates whether other machines can reach the server.
    package var isForOthers: Bool { allowsAnyone || !trustedProxies.isEmpty || !allowedHosts.isEmpty }
}
