public import CascadingTable
public import MicroHTTPD

/// Something that ``TableServer`` can mount: a table, or a controller with its table.
///
/// The server holds it as long as it serves the table.
public protocol MountableTable: AnyObject, Sendable {
    /// The table that is served.
    @TableActor var tableView: TableView { get }
}

extension TableView: MountableTable {
    /// The table itself.
    public var tableView: TableView { self }
}

extension TableViewController: MountableTable {}

extension TableServer {
    /// Serves the table of a controller at a path. All routes of the table begin with this path.
    ///
    /// ```swift
    /// server.mount("/", Market())
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path, such as `/shop`. A slash is added to its end.
    ///   - controller: The controller. It is created on `TableActor`, without `await`. The server holds it.
    /// - Throws: The error of creating the controller.
    public mutating func mount(
        _ path: RoutePath, _ controller: @autoclosure @TableActor () throws -> TableViewController
    ) rethrows {
        add(path, try TableActor.run { try controller() })
    }

    /// Serves the table that a closure makes at a path. All routes of the table begin with this path.
    ///
    /// ```swift
    /// server.mount("/") {
    ///     TableView(title: "Market", root: StaticTable { Section("Fruit") { Row("Apple") } })
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path, such as `/shop`. A slash is added to its end.
    ///   - make: A closure that returns a table or a controller. It runs at once, on `TableActor`, without `await`.
    /// - Throws: The error of the closure.
    public mutating func mount<Table: MountableTable>(
        _ path: RoutePath, _ make: @TableActor () throws -> Table
    ) rethrows {
        add(path, try TableActor.run { try make() })
    }

    /// Serves a table of its own to each visitor. All routes of the table begin with the path.
    ///
    /// ```swift
    /// server.mount("/my/") { visitor in
    ///     guard let account = visitor.user as? Account else { throw HTTPError(.unauthorized, "Log in first.") }
    ///     return Tickets(of: account)
    /// }
    /// ```
    ///
    /// Users are those of ``identify(_:)``, distinguished by `Identifiable` or `Hashable`. An anonymous visitor is known
    /// by the session that the server remembers. Without one, the visitor gets a table for the request alone, and loses
    /// what the request changes.
    ///
    /// The server keeps ``Configuration/maxVisitorTables`` tables of the path, and drops the one not used for longest.
    /// It then ends the table's event streams, calls `TableView.dropHandler`, and releases the table. The next request
    /// of the visitor makes a new table.
    ///
    /// - Parameters:
    ///   - path: The path, such as `/my`. A slash is added to its end.
    ///   - make: A closure that returns the table or controller of a visitor, or nil for status 404. It runs on
    ///     `TableActor`, and may wait. It is called once for a visitor until the table is dropped.
    @_disfavoredOverload
    public mutating func mount(
        _ path: RoutePath,
        forVisitors make: @escaping @TableActor @Sendable (TableVisitor) async throws -> (any MountableTable)?
    ) {
        mountForVisitors(path, make)
    }

    /// Serves the table of a controller for each combination of values of the path's parameters.
    ///
    /// - Parameters:
    ///   - path: The path with its parameters. A slash is added to its end.
    ///   - resolver: A closure that returns the controller for the parameters, or nil for status 404. The server calls
    ///     it again after the table was unused for a long time.
    public mutating func mount<Controller: TableViewController>(
        _ path: RoutePath, resolver: @escaping @Sendable (PathParameters) async throws -> Controller?
    ) {
        mount(path) { parameters -> TableView? in
            guard let controller = try await resolver(parameters) else { return nil }
            return await controller.tableView
        }
    }
}
