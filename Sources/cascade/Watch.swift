import ArgumentParser
import TablePostgres

struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell open pages about changes in a PostgreSQL database at once.",
        discussion: """
            Examples:
              cascade watch install postgres://owner@db.example/shop
              cascade watch remove postgres://owner@db.example/shop

            Without it, servers ask the database every 1.5 seconds while a page is open, and reload the page after a \
            change of any table. Install it again after you add tables.

            Exit status:
              64  an option or a value is invalid
              66  the database does not exist
              69  the database cannot be reached
              70  an internal error
              75  a table is in use; run the command again
              77  the database refuses the user, the password or the change
            """)

    enum Action: String, CaseIterable, ExpressibleByArgument {
        case install, remove
    }

    @Argument(help: "Add a trigger to each table and a table of changes, or remove them.")
    var action: Action

    @Argument(help: "Address of the PostgreSQL database. Its user must own the tables, or may add triggers.")
    var address: String

    func run() async throws {
        do {
            let database = try PostgresDatabase(address)
            database.hidePasswordInProcessList()
            switch action {
            case .install: try await install(in: database)
            case .remove: print("\(try await database.removeChangeFeed()) triggers were removed.")
            }
        } catch {
            throw CommandFailure.report(error)
        }
    }

    private func install(in database: PostgresDatabase) async throws {
        let (watched, refused) = try await database.installChangeFeed()
        print("\(watched.count) tables tell their changes.")
        guard !refused.isEmpty else { return }
        print("You may not add a trigger to \(refused.count) tables: \(refused.joined(separator: ", ")).")
    }
}
