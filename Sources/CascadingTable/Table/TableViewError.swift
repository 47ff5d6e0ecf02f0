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
/// Throw it from a delegate, a closure or work that loads. The server answers with the sentence and the status of the
/// ``code``, 409 by default. The message of an error that does not conform is only logged, and its status is 500. For a
/// text that is no literal, use `LocalizedMessage(verbatim: text)`.
public protocol VisitorFacingError: Error {
    /// The sentence that the visitor sees.
    var message: LocalizedMessage { get }
    /// The kind of the error, which the server maps to an HTTP status. Default: `vetoed`, status 409.
    var code: TableViewError.Code { get }
}

extension VisitorFacingError {
    /// The kind of the error: `vetoed`, the default.
    public var code: TableViewError.Code { .vetoed }
}

/// An error of a table that rejects a request or an action.
///
/// The server maps the code to an HTTP status.
public struct TableViewError: VisitorFacingError, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the error.
    public var code: Code
    /// A sentence that the visitor sees.
    public var message: LocalizedMessage

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - message: A sentence that the visitor sees.
    public init(_ code: Code, _ message: LocalizedMessage) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message.description }

    /// The kind of a ``TableViewError``.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the kind, such as `noSuchRow`.
        public let rawValue: String
        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The row does not exist. Status 404.
        public static let noSuchRow = Code(rawValue: "noSuchRow")
        /// The delegate returned false from `shouldHighlightRowAt`. Status 403.
        public static let notHighlightable = Code(rawValue: "notHighlightable")
        /// The section does not exist. Status 404.
        public static let noSuchSection = Code(rawValue: "noSuchSection")
        /// The row has no such action or menu entry, or cannot be expanded; or the table has no refresh handler. Status
        /// 404.
        public static let noSuchAction = Code(rawValue: "noSuchAction")
        /// The action can no longer be undone, or has been undone. Status 404.
        public static let noSuchUndo = Code(rawValue: "noSuchUndo")
        /// Only one row of the table can be selected at a time. Status 403.
        public static let singleSelection = Code(rawValue: "singleSelection")
        /// The selection would exceed ``TableView/selectionLimit``. Status 409.
        public static let selectionLimitReached = Code(rawValue: "selectionLimitReached")
        /// The delegate or the table refused. Status 409.
        ///
        /// The delegate returned nil from `willSelectRowAt` or `willDeselectRowAt`, or false from
        /// `shouldUpdateFocusIn`. Or a message was passed to `TableView.refuse`, a move changed nothing, or too many
        /// rows are expanded.
        public static let vetoed = Code(rawValue: "vetoed")
        /// The row cannot be edited, or has another editing style. Status 403.
        public static let notEditable = Code(rawValue: "notEditable")
        /// The data source returned false from `canMoveRowAt` or `canMoveSection`. Status 403.
        public static let notMovable = Code(rawValue: "notMovable")
        /// The delegate returned false from `canHandle` for the dropped data. Status 403.
        public static let notDroppable = Code(rawValue: "notDroppable")
        /// The delegate returned false from `canFocusRowAt`. Status 403.
        public static let notFocusable = Code(rawValue: "notFocusable")
        /// The delegate returned no items from `itemsForBeginningDragAt`. Status 403.
        public static let notDraggable = Code(rawValue: "notDraggable")
        /// The row has no accessory that can be tapped. Status 403.
        public static let notTappable = Code(rawValue: "notTappable")
        /// The table does not offer this query, or has too many rows for it. Status 400.
        public static let notQueryable = Code(rawValue: "notQueryable")
        /// The column does not exist; the message lists the columns. Status 400.
        public static let noSuchColumn = Code(rawValue: "noSuchColumn")
        /// Too many requests of this kind are running. Try again later. Status 503.
        public static let busy = Code(rawValue: "busy")
        /// The cell of the row is disabled. Status 403.
        public static let disabled = Code(rawValue: "disabled")
    }
}
