/// What leads from one list to another: what goes and moves is named by its place before, what comes by its place after.
///
/// What is neither is in both lists and in the same order.
public struct ListDifference: Sendable, Hashable {
    /// Places in the old list.
    public var deletions: [Int] = []
    /// Places in the new list.
    public var insertions: [Int] = []
    public var moves: [Move] = []

    public init() {}

    public var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && moves.isEmpty }

    /// From a place in the old list to one in the new.
    public struct Move: Sendable, Hashable {
        public var from: Int
        public var to: Int

        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }
}
