import FoundationEssentials

extension MemberState {
    /// ``joined`` as a date, midnight UTC of that day.
    var admission: Date? {
        try? Date(joined, strategy: .iso8601.year().month().day())
    }
}
