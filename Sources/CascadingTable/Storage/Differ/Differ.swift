/// Finds what has changed between two lists.
///
/// Write your own where you know more about your lists than ``HashingDiffer`` can.
public protocol Differ: Sendable {
    /// What leads from one list to the other.
    ///
    /// - Parameters:
    ///   - old: identities, none twice.
    ///   - new: identities, none twice.
    func difference<ID: Hashable>(from old: [ID], to new: [ID]) -> ListDifference
}
