import FoundationEssentials

/// What the data source and the delegate have answered, kept until it is reloaded.
struct Answers {
    /// What of a request they were made from; where anything was read they hold for that request alone.
    var reads: TableRequest.Reads = []
    var sectionCount: Int?
    var sectionIndex: [(title: String, section: Int)]?
    /// The row that is named, or that none is; nil while nobody has asked.
    var preferredFocusedRow: IndexPath??
    var sections: [Int: Section] = [:]

    struct Section {
        var rowCount: Int?
        var layout: SectionLayout?
    }

    mutating func forget() {
        self = Answers()
    }

    mutating func forget(section: Int) {
        sections[section] = nil
    }

    mutating func forgetLayouts() {
        for section in sections.keys { sections[section]?.layout = nil }
    }
}
