public import CascadingTable
public import HTTPMessages

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

/// The values for each of which a path has a table: those of its parameters, and the visitor.
public struct MountKey<Input: Sendable>: Sendable {
    let sharing: Mount.Sharing
    var parameterNames: Mount.ParameterNames?
    let input: @Sendable (TableVisitor, PathParameters, Query) -> Input
}

extension MountKey where Input == (PathParameters, Query) {
    /// A table for each combination of values of the path's parameters, and of some parameters of the query. Its pages are
    /// read: they have no actions and no event stream.
    ///
    /// - Parameter names: Returns the names of those parameters.
    package static func query(_ names: @escaping @Sendable (PathParameters, Query) -> [String]) -> MountKey {
        .request { names($0, $1.query) }
    }

    /// A table for each combination of values of the path's parameters, and of some parameters of the query.
    ///
    /// - Parameter names: Returns the names of those parameters, or throws the error for a request that is refused.
    package static func request(
        _ names: @escaping @Sendable (PathParameters, Request) throws -> [String]
    ) -> MountKey {
        MountKey(sharing: .everyone, parameterNames: names) { ($1, $2) }
    }
}

extension MountKey where Input == PathParameters {
    /// A table for each combination of values of the path's parameters. All visitors share it.
    public static var path: MountKey { MountKey(sharing: .everyone) { _, path, _ in path } }
}

extension MountKey where Input == (TableVisitor, PathParameters) {
    /// A table for each visitor, and for each combination of values of the path's parameters.
    public static var visitor: MountKey {
        MountKey(sharing: .visitor(isWhole: false)) { visitor, path, _ in (visitor, path) }
    }
}

extension TableServer {
    /// Serves the table of a controller, or of another object, at a path. All routes of the table begin with this path.
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
        _ path: RoutePath, _ controller: @autoclosure @TableActor () throws -> any MountableTable
    ) rethrows {
        add(path, try TableActor.run { try controller() })
    }

    /// Serves a table for each combination of values of the path's parameters, or for each visitor.
    ///
    /// ```swift
    /// server.mount("/:country/", forEach: .path) { path in
    ///     Cities(of: path["country"] ?? "")
    /// }
    /// server.mount("/my/:year/", forEach: .visitor) { visitor, path in
    ///     guard let account = visitor.user as? Account else { throw HTTPError(.unauthorized, "Log in first.") }
    ///     return Tickets(of: account, in: path["year"] ?? "")
    /// }
    /// ```
    ///
    /// The server holds the table, drops the least recently used one, and calls the closure again at the next request. With
    /// ``MountKey/path`` it keeps 128 tables of the path, with ``MountKey/visitor``
    /// ``Configuration/maxVisitorTables``. When it drops a table, it ends the event streams of a visitor's table, calls
    /// `TableView.hosting.dropHandler`, and releases the table.
    ///
    /// Users are those of ``identify(_:)``, distinguished by `Identifiable` or `Hashable`. An anonymous visitor is known
    /// by the session that the server remembers. Without one, a page is made for the request alone. The first action begins
    /// a session, and its table is kept.
    ///
    /// - Parameters:
    ///   - path: The path with its parameters, such as `/my/:year`. A slash is added to its end.
    ///   - key: The values for each of which a table is made: ``MountKey/path`` or ``MountKey/visitor``.
    ///   - make: A closure that returns the table or controller, or nil for status 404. It runs on `TableActor`, and may
    ///     wait. All requests for the same table wait for one call. An error that it throws becomes the response.
    public mutating func mount<Input>(
        _ path: RoutePath, forEach key: MountKey<Input>,
        _ make: @escaping @TableActor @Sendable (Input) async throws -> (any MountableTable)?
    ) {
        mount(path, for: key.sharing, key.parameterNames) { try await make(key.input($2, $0, $1)) }
    }
}
