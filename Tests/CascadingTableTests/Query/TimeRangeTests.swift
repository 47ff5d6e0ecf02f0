import FoundationEssentials
import Testing

@testable import CascadingTable

/// Tests ranges of days such as the last 30 days.
@Suite struct TimeRangeTests {
    /// The number of days from 1970 to 2026-03-31, a Tuesday.
    private static let day = 20_543

    @Test(arguments: [
        ("today", "2026-03-31", "2026-04-01"), ("week", "2026-03-30", "2026-04-06"),
        ("month", "2026-03-01", "2026-04-01"),
        ("year", "2026-01-01", "2027-01-01"), ("1d", "2026-03-31", "2026-04-01"),
        ("30 days", "2026-03-02", "2026-04-01"),
        ("2w", "2026-03-18", "2026-04-01"), ("1 month", "2026-03-01", "2026-04-01"),
        ("13m", "2025-03-01", "2026-04-01"),
        ("1Y", "2025-04-01", "2026-04-01"), ("9999y", "0001-01-01", "2026-04-01"),
    ])
    func aTextIsARangeOfDays(_ text: String, _ first: String, _ end: String) throws {
        let range = try #require(TimeRange(text, on: Self.day))
        #expect((range.first, range.end) == (first, end))
    }

    @Test(arguments: ["", "0d", "-1d", "30", "d", "30 h", "1.5d", "99999d", "thismonth", "١d"])
    func otherTextsAreNone(_ text: String) { #expect(TimeRange(text, on: Self.day) == nil) }

    @Test func aFilterDependsOnItsDay() {
        let filter = TableQuery.Filter("due", .within, "week")
        #expect(filter == TableQuery.Filter("due", .within, "week"))
        #expect(filter.range != nil)
        #expect(TableQuery.Filter("due", .exact, "week").range == nil)
    }
}
