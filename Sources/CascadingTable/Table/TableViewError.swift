public import LocalizedMessages

/// Why a table refused what was asked of it.
public struct TableViewError: Error, Sendable, Hashable, CustomStringConvertible {
    public var code: Code
    /// A sentence for a person.
    public var message: LocalizedMessage

    /// Makes an error with a sentence that has translations, or none yet.
    public init(_ code: Code, _ message: LocalizedMessage) {
        self.code = code
        self.message = message
    }

    public var description: String { message.description }

    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no such row.
        public static let noSuchRow = Code(rawValue: "noSuchRow")
        /// `shouldHighlightRowAt` answered false.
        public static let notHighlightable = Code(rawValue: "notHighlightable")
        /// There is no such section.
        public static let noSuchSection = Code(rawValue: "noSuchSection")
        /// The row has no action, menu entry or expansion of that name.
        public static let noSuchAction = Code(rawValue: "noSuchAction")
        /// What was done is not remembered any more, or has been undone.
        public static let noSuchUndo = Code(rawValue: "noSuchUndo")
        /// Only one row of the table can be selected at a time.
        public static let singleSelection = Code(rawValue: "singleSelection")
        /// More rows would be selected than `selectionLimit` allows.
        public static let selectionLimitReached = Code(rawValue: "selectionLimitReached")
        /// `willSelectRowAt` or `willDeselectRowAt` answered nil, `shouldUpdateFocusIn` false, or a handler refused.
        public static let vetoed = Code(rawValue: "vetoed")
        /// `canEditRowAt` answered false, or the row's editing style is another.
        public static let notEditable = Code(rawValue: "notEditable")
        /// `canMoveRowAt` or `canMoveSection` answered false.
        public static let notMovable = Code(rawValue: "notMovable")
        /// `canHandle` answered false to what was dropped.
        public static let notDroppable = Code(rawValue: "notDroppable")
        /// `canFocusRowAt` answered false.
        public static let notFocusable = Code(rawValue: "notFocusable")
        /// `itemsForBeginningDragAt` answered nothing.
        public static let notDraggable = Code(rawValue: "notDraggable")
        /// The row has no accessory that can be tapped.
        public static let notTappable = Code(rawValue: "notTappable")
        /// The table does not answer such queries, or has too many rows for it.
        public static let notQueryable = Code(rawValue: "notQueryable")
        /// There is no such column; the message lists those there are.
        public static let noSuchColumn = Code(rawValue: "noSuchColumn")
        /// Too many others want the same at once.
        public static let busy = Code(rawValue: "busy")
        /// The row's cell is not enabled.
        public static let disabled = Code(rawValue: "disabled")
    }
}
