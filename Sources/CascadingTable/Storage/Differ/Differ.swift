/// A type that finds the changes between two lists.
///
/// Implement your own if you know more about your lists than ``HashingDiffer`` can.
public protocol Differ: Sendable {
    /// Returns the changes that turn one list into the other.
    ///
    /// - Parameters:
    ///   - old: The identities of the old list, without duplicates.
    ///   - new: The identities of the new list, without duplicates.
    func difference<ID: Hashable>(from old: [ID], to new: [ID]) -> ListDifference
}
