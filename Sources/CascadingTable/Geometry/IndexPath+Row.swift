public import FoundationEssentials

extension IndexPath {
    /// Creates the index path of a row, like UIKit's initializer.
    ///
    /// - Parameters:
    ///   - row: The index of the row in its section, from 0.
    ///   - section: The index of the section, from 0.
    public init(row: Int, section: Int) {
        // Appending avoids the array that an array literal allocates.
        self.init(index: section)
        append(row)
    }

    /// The index of the section, or -1 if the index path is empty.
    public var section: Int { count > 0 ? self[0] : -1 }

    /// The index of the row in its section, or -1 if the index path has fewer than two parts.
    public var row: Int { count > 1 ? self[1] : -1 }
}
