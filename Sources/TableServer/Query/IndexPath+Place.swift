import CascadingTable

extension IndexPath {
    /// Reads a place, `section.row`; nil for anything else.
    init?(place text: some StringProtocol) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 2, let section = PageToken.index(numbers[0]), let row = PageToken.index(numbers[1])
        else {
            return nil
        }
        self.init(row: row, section: section)
    }
}
