/// The changes that turn one list into another.
///
/// Deleted and moved elements have their positions in the old list. Inserted elements have their positions in the new
/// list. All other elements are in both lists, in one order.
public struct ListDifference: Sendable, Hashable {
    /// The positions of deleted elements in the old list.
    public var deletions: [Int] = []
    /// The positions of inserted elements in the new list.
    public var insertions: [Int] = []
    /// The elements that are in both lists, in another order.
    public var moves: [Move] = []

    /// Creates a difference without changes.
    public init() {}

    /// A Boolean value that indicates whether there are no changes.
    public var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && moves.isEmpty }

    /// A move of an element between two lists.
    public struct Move: Sendable, Hashable {
        /// The position in the old list.
        public var from: Int
        /// The position in the new list.
        public var to: Int

        /// Creates a move.
        ///
        /// - Parameters:
        ///   - from: The position in the old list.
        ///   - to: The position in the new list.
        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }
}
