public import FoundationEssentials

extension IndexPath {
    /// The path of a row, as UIKit makes it.
    public init(row: Int, section: Int) {
        // Without the array that a literal is made from.
        self.init(index: section)
        append(row)
    }

    /// The section, or -1 in a path that has none.
    public var section: Int { count > 0 ? self[0] : -1 }

    /// The row, or -1 in a path that has none.
    public var row: Int { count > 1 ? self[1] : -1 }
}
