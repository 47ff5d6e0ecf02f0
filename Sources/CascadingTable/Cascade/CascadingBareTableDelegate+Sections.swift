import FoundationEssentials

// A node with sections of its own shows all of them if it is the root, and only the first as a child of a root.

extension CascadingBareTableDelegate {
    /// Returns the node's own section for a section of the table; nil if another node provides it.
    package func ownSection(at section: Int) -> Int? {
        guard parentDelegate != nil else { return section }
        return section == index ? 0 : nil
    }

    /// Returns the section of the table that shows one of the node's own sections; nil if it is not shown.
    package func tableSection(ofOwn section: Int) -> Int? {
        guard parentDelegate != nil else { return section }
        return section == 0 ? index : nil
    }

    package func ownIndexPath(at indexPath: IndexPath) -> IndexPath? {
        ownSection(at: indexPath.section).map { IndexPath(row: indexPath.row, section: $0) }
    }

    package func tableIndexPath(ofOwn indexPath: IndexPath) -> IndexPath? {
        tableSection(ofOwn: indexPath.section).map { IndexPath(row: indexPath.row, section: $0) }
    }
}
