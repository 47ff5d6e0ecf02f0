public import ArgumentParser
import CLibrary
import Foundation
import HTTPMessages
public import TableAccess
import TablePostgres
import TableSQLite

/// The people who may use a server, from the shell.
struct User: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look after the people who may use a server.",
        discussion: """
            Examples:
              cascade user add anna --role administrator --accounts people.db
              cascade user invite bo --role editor --accounts people.db
              cascade user token anna --name report --days 30 --accounts people.db
              cascade user list --accounts people.db

            --accounts is the file or the address of PostgreSQL that cascade serve --accounts has. A server that runs learns of \
            a change within a second.

            Exit status:
              64  an option or a value is invalid, or the change is refused
              65  the file has no accounts
              66  the file cannot be opened, or others may read it
              69  the database cannot be reached
              70  an internal error
            """,
        subcommands: [
            Add.self, Invite.self, Password.self, Role.self, List.self, Remove.self, Sessions.self, Token.self,
        ])

    /// The options of all commands.
    struct Options: ParsableArguments {
        @Option(help: "SQLite file or address of PostgreSQL that keeps the accounts.", completion: .file())
        var accounts: String

        /// Runs a change of the accounts. An error becomes a sentence and an exit status.
        func run(_ body: (Accounts) async throws -> Void) async throws {
            do { try await body(Accounts(AccountStores.open(accounts))) } catch { throw CommandFailure.report(error) }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a person, with a password that is typed or read from standard input.")
        @Argument(help: "Name to sign in with.") var name: String
        @Option(help: "What the person may do: viewer, editor or administrator.") var role = AccountRole.viewer
        @Option(help: "Hash of the password, as htpasswd -B or mkpasswd writes it, in place of the password.")
        var hash: String?
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { accounts in
                if let hash {
                    try await accounts.add(name, hash: hash, role: role)
                } else {
                    try await accounts.add(name, password: PasswordPrompt.read(), role: role)
                }
                print("\(name) can sign in as \(role.rawValue).")
            }
        }
    }

    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a link by which a person chooses a password: a new person, or one who has forgotten it.")
        @Argument(help: "Name of the person.") var name: String
        @Option(help: "What a new person may do: viewer, editor or administrator.") var role = AccountRole.viewer
        @Option(help: "Address of the server, as the person reaches it.") var url = "http://127.0.0.1:8080"
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { accounts in
                let isKnown = try await accounts.all().contains { $0.name.lowercased() == name.lowercased() }
                let secret =
                    isKnown ? try await accounts.makeLink(for: name) : try await accounts.invite(name, role: role)
                let address = url.hasSuffix("/") ? String(url.dropLast()) : url
                print("\(address)/-/invitation?key=\(secret)")
            }
        }
    }

    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "passwd", abstract: "Change a password, which signs the person out everywhere.")
        @Argument(help: "Name of the person.") var name: String
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { try await $0.setPassword(of: name, to: PasswordPrompt.read()) }
        }
    }

    struct Role: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Change what a person may do.")
        @Argument(help: "Name of the person.") var name: String
        @Argument(help: "viewer, editor or administrator.") var role: AccountRole
        @OptionGroup var options: Options

        func run() async throws { try await options.run { try await $0.setRole(of: name, to: role) } }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the names and roles, and who has not chosen a password yet.")
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { accounts in
                for account in try await accounts.all() {
                    print("\(account.name)\t\(account.role.rawValue)\(account.canSignIn ? "" : "\tinvited")")
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a person, with their sessions and tokens.")
        @Argument(help: "Name of the person.") var name: String
        @OptionGroup var options: Options

        func run() async throws { try await options.run { try await $0.remove(name) } }
    }

    struct Sessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the browsers in which a person is signed in, or sign them out.")
        @Argument(help: "Name of the person.") var name: String
        @Flag(help: "Sign the person out everywhere.") var end = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { accounts in
                if end { return try await accounts.endSessions(of: name) }
                for session in try await accounts.sessions(of: name) {
                    print("\(session.browser)\t\(session.address)\t\(session.seen.formatted(.iso8601))")
                }
            }
        }
    }

    struct Token: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a token with which a program acts for a person. It is printed once.")
        @Argument(help: "Name of the person.") var name: String
        @Option(name: .customLong("name"), help: "What the token is for.") var title: String
        @Flag(help: "Let the program change rows, as far as the person may.") var write = false
        @Option(help: "Table that the token is for. Repeat it for others. Default: all.") var table: [String] = []
        @Option(help: "Number of days after which the token ends.") var days = 90
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { accounts in
                print(try await accounts.makeToken(of: name, title: title, mayWrite: write, tables: table, days: days))
            }
        }
    }
}

extension AccountRole: ExpressibleByArgument {}

/// The stores of accounts that a command can name.
enum AccountStores {
    /// Opens a file, or the database of an address.
    static func open(_ place: String) throws -> any AccountStore {
        guard PostgresSource.isAddress(place) else { return try SQLiteAccountStore(path: place) }
        let store = try PostgresAccountStore(place)
        store.hidePasswordInProcessList()
        return store
    }
}

/// A password that is typed twice without being shown, or the first line of standard input.
enum PasswordPrompt {
    static func read() throws -> String {
        guard isatty(STDIN_FILENO) == 1 else { return readLine() ?? "" }
        let password = ask("Password: ")
        guard ask("Once more: ") == password else { throw ValidationError("The two passwords differ.") }
        return password
    }

    private static func ask(_ question: String) -> String {
        FileHandle.standardError.write(Data(question.utf8))
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            FileHandle.standardError.write(Data("\n".utf8))
        }
        return readLine() ?? ""
    }
}
