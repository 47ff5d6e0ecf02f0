public import LocalizedMessages

/// An error with a sentence that visitors may read.
///
/// ```swift
/// struct OutOfStock: VisitorFacingError {
///     var count: Int
///     var message: LocalizedMessage { "Only \(count) are left. Order fewer." }
/// }
/// ```
///
/// Throw it from a delegate, a closure or work that loads. Visitors read the message of no other error. For a text that
/// is no literal, use `LocalizedMessage(verbatim: text)`.
public protocol VisitorFacingError: Error {
    /// The sentence that the visitor sees.
    var message: LocalizedMessage { get }
    /// The meaning of the error for the visitor. Default: `conflict`.
    var kind: TableViewError.Kind { get }
}

extension VisitorFacingError {
    /// The meaning of the error for the visitor: `conflict`, the default.
    public var kind: TableViewError.Kind { .conflict }
}

/// An error of a table that rejects a request or an action.
public struct TableViewError: VisitorFacingError, Sendable, Hashable, CustomStringConvertible {
    /// The name of the error.
    public var code: Code
    /// A sentence that the visitor sees.
    public var message: LocalizedMessage
    /// The name of the filter that the error is about, as addresses write it; nil for other errors.
    package var filterName: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The name of the error.
    ///   - message: A sentence that the visitor sees.
    public init(_ code: Code, _ message: LocalizedMessage) {
        self.code = code
        self.message = message
    }

    /// Returns the error with the name of the filter that it is about.
    package func about(_ filter: TableQuery.Filter) -> TableViewError {
        var error = self
        error.filterName = filter.parameterName
        return error
    }

    /// The message.
    public var description: String { message.description }

    /// The meaning of the error for the visitor: that of the code.
    public var kind: Kind { code.kind }

    /// The meaning of an error for the visitor. A server maps each kind to one status.
    public enum Kind: Sendable, Hashable {
        /// The table has nothing of this kind, such as a column that does not exist.
        case invalid
        /// The table, row or action does not exist.
        case notFound
        /// The row or the table never allows this.
        case forbidden
        /// The table refuses this in its present state.
        case conflict
        /// A later request may succeed.
        case unavailable
        /// Each request fails until the settings of the server change.
        case failed
    }

    /// The name of a ``TableViewError``.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name, such as `noSuchRow`.
        public let rawValue: String
        /// The meaning of the code's errors for the visitor.
        public let kind: Kind

        /// Creates a code whose errors have the kind `conflict`.
        public init(rawValue: String) { self.init(rawValue, .conflict) }

        /// Creates a code.
        ///
        /// - Parameters:
        ///   - rawValue: The name.
        ///   - kind: The meaning of the code's errors for the visitor.
        public init(_ rawValue: String, _ kind: Kind) { (self.rawValue, self.kind) = (rawValue, kind) }

        /// The row does not exist.
        public static let noSuchRow = Code("noSuchRow", .notFound)
        /// The delegate returned false from `shouldHighlightRowAt`.
        public static let notHighlightable = Code("notHighlightable", .forbidden)
        /// The section does not exist.
        public static let noSuchSection = Code("noSuchSection", .notFound)
        /// The row has no such action or menu entry, or cannot be expanded; or the table has no refresh handler.
        public static let noSuchAction = Code("noSuchAction", .notFound)
        /// The action can no longer be undone, or has been undone.
        public static let noSuchUndo = Code("noSuchUndo", .notFound)
        /// Only one row of the table can be selected at a time.
        public static let singleSelection = Code("singleSelection", .forbidden)
        /// The selection would exceed ``TableView/selectionLimit``.
        public static let selectionLimitReached = Code("selectionLimitReached", .conflict)
        /// The delegate or the table refused.
        ///
        /// The delegate returned nil from `willSelectRowAt` or `willDeselectRowAt`, or false from
        /// `shouldUpdateFocusIn`. Or a message was passed to `TableView.refuse`, a move changed nothing, or too many
        /// rows are expanded.
        public static let vetoed = Code("vetoed", .conflict)
        /// The row cannot be edited, or has another editing style.
        public static let notEditable = Code("notEditable", .forbidden)
        /// The data source returned false from `canMoveRowAt` or `canMoveSection`.
        public static let notMovable = Code("notMovable", .forbidden)
        /// The delegate returned false from `canHandle` for the dropped data.
        public static let notDroppable = Code("notDroppable", .forbidden)
        /// The delegate returned false from `canFocusRowAt`.
        public static let notFocusable = Code("notFocusable", .forbidden)
        /// The delegate returned no items from `itemsForBeginningDragAt`.
        public static let notDraggable = Code("notDraggable", .forbidden)
        /// The row has no accessory that can be tapped.
        public static let notTappable = Code("notTappable", .forbidden)
        /// The table does not offer this query, or has too many rows for it.
        public static let notQueryable = Code("notQueryable", .invalid)
        /// The column does not exist; the message lists the columns.
        public static let noSuchColumn = Code("noSuchColumn", .invalid)
        /// Too many requests of this kind are running. Try again later.
        public static let busy = Code("busy", .unavailable)
        /// The cell of the row is disabled.
        public static let disabled = Code("disabled", .forbidden)
    }
}

/// An error that redirects a request to the new address of a table.
///
/// Throw it from the closure that a path is mounted with. The server redirects to it. The rest of the path and the
/// query are preserved.
public struct TableMovedError: Error {
    /// The new name of the table's folder, percent-encoded.
    ///
    /// For example, `fr` redirects `/countries/row/1/` to `/countries/row/fr/`.
    public var folder: String

    /// Creates an error with the new name of the table's folder, percent-encoded.
    public init(folder: String) {
        self.folder = folder
    }
}
