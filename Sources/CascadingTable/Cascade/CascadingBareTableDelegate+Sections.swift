import FoundationEssentials

// A node that has sections of its own shows all of them as a root, and the first one as a section of a tree.

extension CascadingBareTableDelegate {
    /// Which of the node's own sections stands at that section of the table, or nil when another node's does.
    func ownSection(at section: Int) -> Int? {
        guard parentDelegate != nil else { return section }
        return section == index ? 0 : nil
    }

    /// Where one of the node's own sections stands in the table, or nil when it is not shown.
    func tableSection(ofOwn section: Int) -> Int? {
        guard parentDelegate != nil else { return section }
        return section == 0 ? index : nil
    }

    func ownIndexPath(at indexPath: IndexPath) -> IndexPath? {
        ownSection(at: indexPath.section).map { IndexPath(row: indexPath.row, section: $0) }
    }

    func tableIndexPath(ofOwn indexPath: IndexPath) -> IndexPath? {
        tableSection(ofOwn: indexPath.section).map { IndexPath(row: indexPath.row, section: $0) }
    }
}
