import ArgumentParser
import CascadingTable
import Essentials
import Gallery
import HTTPTypes
import Logging
import ServiceLifecycle
import TableAccess
import TableDatabase
import TablePostgres
import TableSQLite
import TableServer
import TableServerOptions
import UnixSignals

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the tables of files or of PostgreSQL as web pages, JSON and CSV.",
        discussion: """
            Without a source, the command serves a sample: the member states of the United Nations.

            Examples:
              cascade serve
              cascade serve music.db
              cascade serve music.db --table albums --section-by artist
              cascade serve orders.csv
              cascade serve orders.csv events.ndjson music.db
              cascade serve music.db --port 0 --size 50
              cascade serve music.db --queries queries.sql --no-sql
              cascade serve music.db --editable=albums,artists
              cascade serve music.db --editable --history --accounts people.db
              cascade serve shop.db --editable --accounts people.db --access rights.sql
              cascade serve postgres://reader@db.example/shop
              cascade serve postgres://clerk@db.example/shop --editable=orders
              cascade serve service=shop --key order_totals=order_id
              cascade serve music.db --state postgres://writer@db.example/state

            The address of a database is a connection string or URI of libpq. Keep the password in ~/.pgpass, or in a file \
            that PGPASSFILE names. Built with the package trait MariaDB, cascade also serves mysql://reader@db.example/shop.

            The tables of the source are only read. What visitors select is stored in the PostgreSQL database of --state, or \
            of the source, so that several servers share it: in the schema cascade, which is made when somebody selects \
            something. With --editable, visitors change rows: of a SQLite file, which is otherwise opened read-only, or of \
            PostgreSQL, as far as its role may.

            A CSV, TSV, NDJSON or JSON file is read into a SQLite file, and again when it changes. The SQLite file is removed at \
            the end, unless --keep names it. Several files have their pages below /FILE/.

            With --accounts, only people who sign in see anything: viewers read, editors also change rows, administrators \
            invite others. The first administrator is made by a link that is printed at the start. With --access, they see and \
            change only what its file grants them, and administrators everything.

            The server listens on this machine only, unless you pass --host and --accounts, or --allow-anyone. Stop it with \
            Ctrl-C.

            Exit status:
              64  an option or a value is invalid, or a table or column is unknown
              65  a file is neither a SQLite database nor a text of rows, or --queries, --access or --tls-certificate is faulty
              66  a file, folder or database does not exist or cannot be read
              69  the server cannot listen on the address and port, or the database cannot be reached
              70  an internal error
              73  the file of --editable cannot be written, or that of --keep exists or cannot be created
              75  another program has locked the file; run the command again
              77  the database refuses the user or the password
            """)

    @Argument(
        help:
            "Files to serve: SQLite, CSV, TSV, NDJSON or JSON. Or the address of a PostgreSQL database. Default: a sample.",
        completion: .file())
    var sources: [String] = []

    private var source: String? { sources.first }

    @Option(help: "Serve only this table or view, at the address /.")
    var table: String?

    @Option(help: "Group the rows by the values of this column. Needs --table.")
    var sectionBy: String?

    @Option(help: "Columns that identify the rows of a view or foreign table of PostgreSQL, such as totals=year,month.")
    var key: [String] = []

    @Option(help: "Columns that name the rows of a table, beside keys that refer to them, such as people=first,last.")
    var label: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help:
            "Let visitors ask in SQL, at the address /-/sql. Default: yes for a SQLite file, unless --allow-anyone, --allowed-host or --trusted-proxy is set."
    )
    var sql: Bool?

    @Option(
        help: "SQL file with statements that visitors run by name, each after a line -- name: NAME.",
        completion: .file())
    var queries: String?

    // With another strategy, an option that follows `--editable=albums` makes it `--editable`.
    @Option(
        defaultAsFlag: Self.allTables, parsing: .next,
        help: ArgumentHelp(
            "Let visitors change the rows of all tables, or of some: --editable=albums,tracks. For SQLite and PostgreSQL.",
            valueName: "tables"))
    var editable: String?

    @Flag(
        help:
            "Keep which row was changed, when and how, in the table cascade_history of the database. Needs --editable.")
    var history = false

    @Option(help: "Remove changes from the history after this many days.")
    var historyDays = 365

    @Option(help: "Remove the oldest changes when their values have more bytes than this, such as 100MB.")
    var historySize = HistorySize(bytes: 100_000_000)

    /// The history of changes that the database keeps; nil for none.
    private var editHistory: EditHistory? {
        guard history else { return nil }
        var history = EditHistory()
        (history.days, history.bytes) = (historyDays, historySize.bytes)
        return history
    }

    /// The value of `--access` for the rights of PostgreSQL.
    private static let databaseRoles = "roles"

    /// The value of `--editable` without tables.
    private static let allTables = "all tables"

    @Option(
        help:
            "SQLite file in which visitors save views, which is made if it does not exist. Default: the database, with --editable.",
        completion: .file())
    var views: String?

    @Option(
        help:
            "Share what visitors select with other servers in this PostgreSQL database, or not: memory. Default: the source, if it is PostgreSQL."
    )
    var state: String?

    @Option(
        help:
            "Let only people in who sign in. SQLite file that keeps them, which is made if it does not exist, or address of PostgreSQL.",
        completion: .file())
    var accounts: String?

    @Option(
        help: ArgumentHelp(
            "SQL file with GRANT and CREATE POLICY: the tables, columns and rows that people see and change. Or roles: PostgreSQL decides, by the role with the name of the account.",
            valueName: "file"),
        completion: .file())
    var access: String?

    @Option(
        help:
            "Header in which the proxy of --trusted-proxy names the user who has signed in there, such as X-Forwarded-User."
    )
    var userHeader: String?

    @Option(
        help:
            "Header in which the proxy lists the groups of the user. Those named viewer, editor and administrator count. Default: every user is an editor."
    )
    var groupsHeader: String?

    @Option(
        help: "Keep the SQLite file that a CSV, TSV, NDJSON or JSON file is read into. Default: a temporary file.",
        completion: .file())
    var keep: String?

    @Option(help: "Stop reading, sorting and searching after this many seconds, with status 503.")
    var queryTimeout = 10

    @ArgumentParser.OptionGroup var listening: TableServerOptions

    /// The tables whose rows visitors can change.
    private var tablesToEdit: EditableTables {
        guard let editable else { return .none }
        return editable == Self.allTables ? .all : .named(editable.split(separator: ",").map(String.init))
    }

    mutating func validate() throws {
        // In `--editable my.db`, the file is no table.
        if source == nil, let file = editable, file != Self.allTables {
            (sources, editable) = ([file], Self.allTables)
        }
        guard editable == nil || source != nil else {
            throw ValidationError("--editable needs a database, for example: cascade serve music.db --editable")
        }
        guard !history || editable != nil else {
            throw ValidationError(
                "--history needs --editable, for example: cascade serve music.db --editable --history")
        }
        guard (1...36_500).contains(historyDays) else {
            throw ValidationError("--history-days must be between 1 and 36,500; it was \(historyDays).")
        }
        guard source != nil || (table == nil && sectionBy == nil) else {
            throw ValidationError(
                "\(table == nil ? "--section-by needs a SQLite file" : "--table needs a source"), for example: "
                    + "cascade serve music.db --table albums")
        }
        guard (1...86_400).contains(queryTimeout) else {
            throw ValidationError("--query-timeout must be between 1 and 86,400 seconds; it was \(queryTimeout).")
        }
        guard queries == nil && sql != true || source != nil && table == nil else {
            throw ValidationError("\(queries == nil ? "--sql" : "--queries") needs a source, and all of its tables.")
        }
        #if MariaDB
            guard editable == nil || !sources.contains(where: MariaDBSource.isAddress) else {
                throw ValidationError("--editable needs SQLite or PostgreSQL. The rows of MariaDB are only read.")
            }
        #else
            guard !sources.contains(where: { $0.contains(/^(mysql|mariadb):\/\//) }) else {
                throw ValidationError(
                    "mysql:// and mariadb:// need a cascade that is built with the package trait MariaDB.")
            }
        #endif
        let isDatabase = { PostgresSource.isAddress($0) || SourceFile($0).isDatabase }
        guard editable == nil || sources.contains(where: isDatabase) else {
            throw ValidationError("--editable needs a database. Import the rows first: cascade import.")
        }
        if sources.count > 1 {
            guard !sources.contains(where: Self.isAddress) else {
                throw ValidationError("\(sources.count) sources: serve several files, or one PostgreSQL database.")
            }
            guard table == nil, queries == nil else {
                throw ValidationError("\(table == nil ? "--queries" : "--table") needs a single file.")
            }
        }
        if keep != nil {
            guard sources.count == 1, !SourceFile(sources[0]).isDatabase else {
                throw ValidationError("--keep needs a single CSV, TSV, NDJSON or JSON file.")
            }
        }
        if let source, Self.isAddress(source) {
            guard sectionBy == nil else {
                throw ValidationError("--section-by needs a SQLite file; the rows of PostgreSQL are not grouped.")
            }
        } else if !key.isEmpty {
            throw ValidationError("--key needs the address of a PostgreSQL database.")
        }
        if let state, state != "memory", !PostgresSource.isAddress(state) {
            throw ValidationError("--state must be the address of a PostgreSQL database, or memory.")
        }
        for (option, values) in [("--key", key), ("--label", label)] {
            guard let wrong = values.first(where: { !$0.contains(/^[^=]+=[^=,]+(,[^=,]+)*$/) }) else { continue }
            throw ValidationError(
                "\(option) must be a name, =, and columns, such as totals=year,month; it was \(wrong).")
        }
        guard userHeader == nil || listening.hasTrustedProxies else {
            throw ValidationError("--user-header needs --trusted-proxy, because others could send the header as well.")
        }
        for name in [userHeader, groupsHeader].compactMap(\.self) where HTTPField.Name(name) == nil {
            throw ValidationError("\"\(name)\" is no name of a header, such as X-Forwarded-User.")
        }
        guard groupsHeader == nil || userHeader != nil && accounts == nil else {
            throw ValidationError("--groups-header needs --user-header, and roles of accounts are those of --accounts.")
        }
        guard views == nil || source != nil && table == nil else {
            throw ValidationError("--views needs a source, and all of its tables.")
        }
        guard access == nil || (accounts ?? userHeader) != nil && sources.count == 1 else {
            throw ValidationError("--access needs one database, and --accounts or --user-header.")
        }
        guard access == nil || sectionBy == nil else {
            throw ValidationError(
                "--access and --section-by exclude each other: the column can be one that a rule hides.")
        }
        guard access != Self.databaseRoles || source.map(PostgresSource.isAddress) == true else {
            throw ValidationError("--access roles needs PostgreSQL. Name a file of rules: --access rights.sql")
        }
        guard sectionBy == nil || table != nil else {
            throw ValidationError(
                "--section-by needs --table, because \"\(sectionBy ?? "")\" is a column of one table. "
                    + "For example: cascade serve music.db --table albums --section-by artist")
        }
    }

    /// Returns whether a source is the address of a database, and not the path of a file.
    private static func isAddress(_ source: String) -> Bool {
        #if MariaDB
            if MariaDBSource.isAddress(source) { return true }
        #endif
        return PostgresSource.isAddress(source)
    }

    func run() async throws {
        do {
            try await serve()
        } catch {
            throw CommandFailure.report(error)
        }
    }

    private func serve() async throws {
        var server = listening.makeCommandServer()
        let rules = try access.flatMap { $0 == Self.databaseRoles ? nil : try AccessRules(path: $0) }
        try addPeople(to: &server, rules.map { .rules($0) } ?? access.map { _ in .databaseRoles })
        let (name, services) = try await mount(on: &server)
        if let rules, let access {
            for database in server.databases { try await rules.check(in: database, path: access) }
        }
        try await shareState(of: &server)
        try await listening.run(server, of: name, beside: services)
    }

    /// Lets only the people of `--accounts` and `--user-header` use the server.
    private func addPeople(to server: inout TableServer, _ access: Accounts.Access?) throws {
        let groups = groupsHeader.flatMap { HTTPField.Name($0) }
        let proxy = userHeader.flatMap { HTTPField.Name($0) }.map {
            ProxySignIn(user: $0, groups: groups, usesAccounts: accounts != nil)
        }
        let people: Accounts
        if let accounts {
            people = Accounts(try AccountStores.open(accounts), proxy: proxy, access: access)
        } else if let proxy {
            people = Accounts(MemoryAccountStore(), proxy: proxy, access: access)
        } else {
            return
        }
        server.accounts(people) { text in
            print(text)
            flushOutput()
        }
    }

    /// Opens the file of `--views`.
    private static func viewTable(path: String) throws -> ViewTable? {
        let file = FileManager.default
        if !file.fileExists(atPath: path) { _ = file.createFile(atPath: path, contents: nil) }
        return try SQLiteDatabase(path: path, configuration: .init(editableTables: .all)).views
    }

    /// Stores what servers share in the database of `--state`, or of the source.
    private func shareState(of server: inout TableServer) async throws {
        guard let address = state ?? source, PostgresSource.isAddress(address) else { return }
        let store = try PostgresStateStore(address)
        store.hidePasswordInProcessList()
        do {
            try await store.check()
        } catch let error as PostgresError where error.kind == .forbidden {
            return server.logger.warning(
                "What visitors select stays in the memory of this server. PostgreSQL refuses to store it: \(error.reason)."
            )
        } catch let error as PostgresError where state == nil && error.kind == .unavailable {
            // A standby answers for the source. The primary can come back.
        }
        server.stateStore = store
        if state != nil { server.addReadinessCheck("state") { _ = try await store.value(for: "") } }
    }

    /// Mounts the tables. Returns the name of the source, and the services to run beside the server.
    private func mount(on server: inout TableServer) async throws -> (String, [any Service]) {
        guard let source else {
            server.mount("/", await MembersTable.make())
            return ("the bundled sample", [])
        }
        if let views { server.views = try Self.viewTable(path: views) }
        if editable ?? views != nil, let token = server.allowEditing() { print("The token for changes is \(token)") }
        #if MariaDB
            if let database = try MariaDBSource(
                source, table: table, keys: key.columns, labels: label.columns, queryTimeout: .seconds(queryTimeout))
            {
                return (try await database.mount(on: &server, Statements(allowsOwn: sql ?? false, path: queries)), [])
            }
        #endif
        if PostgresSource.isAddress(source) {
            let database = try PostgresSource(
                address: source, table: table, keys: key.columns, labels: label.columns,
                editable: tablesToEdit, history: editHistory,
                queryTimeout: .seconds(queryTimeout), metrics: server.configuration.metrics)
            try await database.mount(on: &server, Statements(allowsOwn: sql ?? false, path: queries))
            return (database.description, [])
        }
        var services: [any Service] = []
        var page = FilesPage()
        for path in sources {
            let file = SourceFile(path)
            let text = file.isDatabase ? nil : try await TextSource(path, keep: keep, logger: server.logger)
            let name = page.uniqueName(of: path)
            var configuration = SQLiteDatabase.Configuration()
            configuration.queryTimeout = .seconds(queryTimeout)
            configuration.labels = label.columns
            // Changes of the copy of a text would be lost.
            configuration.editableTables = text == nil ? tablesToEdit : .none
            configuration.history = text == nil ? editHistory : nil
            configuration.title = name
            configuration.sectionColumn = sectionBy
            configuration.onlyTable = table
            let database = try SQLiteDatabase(path: text?.database ?? path, configuration: configuration)
            let folder: [RoutePath.Component] = sources.count > 1 ? [.literal(name)] : []
            try await server.mount(
                RoutePath(folder), database,
                Statements(allowsOwn: sql ?? !server.configuration.isForOthers, path: queries),
                below: sources.count > 1 ? FilesPage.title : nil)
            if let text { services.append(text) }
            page.files.append((name, file, database))
        }
        guard sources.count > 1 else { return (source, services) }
        await page.mount(on: &server)
        return ("\(sources.count) files", services + [page])
    }
}

/// The value of `--history-size`: a number of bytes, such as `100MB`.
struct HistorySize: ExpressibleByArgument {
    var bytes: Int64

    init(bytes: Int64) { self.bytes = bytes }

    init?(argument: String) {
        guard let match = argument.uppercased().wholeMatch(of: /([0-9]{1,9})(KB|MB|GB)/),
            let number = Int64(match.1), let unit = ["KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000][match.2],
            number > 0
        else { return nil }
        bytes = number * Int64(unit)
    }

    var defaultValueDescription: String { "\(bytes / 1_000_000)MB" }
}

extension TableServerOptions {
    /// Creates a server whose log entries go to standard error.
    func makeCommandServer() -> TableServer {
        let level = logLevel
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        return makeServer(logger: Logger(label: "cascade"))
    }

    /// Runs the server and other services until SIGINT, SIGTERM or SIGHUP.
    func run(_ server: TableServer, of name: String, beside services: [any Service] = []) async throws {
        var server = server
        server.onListening { address in
            print("Serving \(name) at \(address.url)")
            flushOutput()
        }
        try await server.run(with: services)
    }
}

extension [String] {
    /// The columns of tables, from options such as `totals=year,month`.
    var columns: [String: [String]] {
        reduce(into: [:]) { columns, option in
            let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
            columns[parts[0]] = parts.dropFirst().flatMap { $0.split(separator: ",").map(String.init) }
        }
    }
}
