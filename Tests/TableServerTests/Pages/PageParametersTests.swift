import Bytes
import CascadingTable
import HTTPTypes
import MicroHTTPD
import TestSupport
import Testing

@testable import TableServer

@Suite struct PageParametersTests {
    private static var limits: TableServer.Configuration {
        var limits = TableServer.Configuration()
        limits.pageSize = 20
        limits.maxPageSize = 500
        return limits
    }

    private func read(_ query: String) throws -> PageParameters {
        try PageParameters(Query(query), limits: Self.limits)
    }

    private static let token = RowReference(indexPath: IndexPath(row: 2, section: 1), identifier: "a b")

    @Test(
        arguments: [
            ("", 20, nil, .first), ("&", 20, nil, .first), ("_size=1", 1, 1, .first), ("_size=500", 500, 500, .first),
            ("_size=020", 20, 20, .first), ("_size=max", 500, 500, .first), ("_size=2&_size=3", 3, 3, .first),
            ("_next=1.2~a+b", 20, nil, .after(token)), ("_prev=1.2~a%20b&_size=7", 7, 7, .before(token)),
            ("%5Fsize=4", 4, 4, .first), ("_section=0", 20, nil, .section(0)),
            ("_section=12&_size=3", 3, 3, .section(12)), ("_row=a%2Fb", 20, nil, .row(ExactString("a/b"))),
        ] as [(String, Int, Int?, PageParameters.Anchor)])
    func queriesThatAreRead(query: String, size: Int, explicitSize: Int?, anchor: PageParameters.Anchor) throws {
        let parameters = try read(query)
        #expect(parameters.size == size)
        #expect(parameters.explicitSize == explicitSize)
        #expect(parameters.anchor == anchor)
    }

    @Test(arguments: [
        ("_size=", "_size="), ("_size", "_size="), ("_size=0", "_size=0"), ("_size=501", "_size=501"),
        ("_size=-1", "_size=-1"), ("_size=%2B1", "_size=+1"), ("_size=1e2", "_size=1e2"), ("_size=MAX", "_size=MAX"),
        ("_size=%D9%A1", "_size=\u{661}"), ("_size=99999999999999999999", "_size=99999999999999999999"),
        ("_size=+1", "_size= 1"), ("_sorted=a", "_sorted"), ("_a=b", "_a"), ("_Size=1", "_Size"), ("_a__b=1", "_a__b"),
    ])
    func queriesWhoseFaultIsNamed(query: String, error: String) {
        #expect {
            try read(query)
        } throws: {
            guard let problem = $0 as? ProblemDetails else { return false }
            return problem.status == .badRequest && problem.errors == [error]
        }
    }

    @Test(arguments: [
        "_next=", "_next=x", "_next=1.2", "_prev=-1.2~a", "_section=", "_section=-1", "_section=a", "_section=%2B1",
        "_section=99999999999", "_section=1&_next=x", "_next=x&_section=1", "_row=a&_prev=x", "_next=0.0~a&_section=a",
    ])
    func placesThatAreNone(query: String) {
        #expect { try read(query) } throws: {
            guard let problem = $0 as? ProblemDetails else { return false }
            let sentences = ["_next is invalid.", "_prev is invalid.", "_section must be the number of a section,"]
            return problem.status == .badRequest && sentences.contains { problem.detail.description.hasPrefix($0) }
        }
    }

    /// The key of a cached page must tell names apart that a database tells apart.
    @Test(arguments: ["_row=", "_expanded=", "name=", "_search=", "_sort=", "_next=0.0~"])
    func canonicallyEqualTextsAreDifferent(query: String) throws {
        #expect(try read("\(query)%C3%A9") != read("\(query)e%CC%81"))
        #expect(try read("\(query)%C3%A9") == read("\(query)%C3%A9"))
    }

    /// Tries every pair of places in both orders, and each place twice.
    @Test func aPageHasOnlyOnePlace() {
        let places = ["_next=0.0~a", "_prev=0.1~b", "_section=1", "_row=c"]
        for first in places {
            for second in places {
                #expect("\(first)&\(second)") { try read("\(first)&_size=3&\(second)") } throws: {
                    guard let problem = $0 as? ProblemDetails else { return false }
                    return problem.status == .badRequest
                        && problem.detail == "Use only one of _next, _prev, _section and _row."
                }
            }
        }
    }

    @Test(
        arguments: [
            ("", nil), ("_edit=1", true), ("_edit=0", false), ("_edit=0&_edit=1", true),
        ] as [(String, Bool?)])
    func editMode(query: String, isEditing: Bool?) throws {
        #expect(try read(query).isEditing == isEditing)
    }

    @Test(arguments: ["_edit=", "_edit", "_edit=true", "_edit=2", "_edit=%D9%A1"])
    func editModeIsOnOrOff(query: String) {
        #expect { try read(query) } throws: { ($0 as? ProblemDetails)?.status == .badRequest }
    }

    @Test func aFaultIsToldWithWhatThereIs() {
        #expect { try read("_sorted=a") } throws: {
            ($0 as? ProblemDetails)?.detail.description.contains(
                "_section, _row, _sort, _sort_desc, _search, _or, _col, _nocol, _labels, _expanded, _edit, _embed, _fresh"
            )
                == true
        }
        #expect { try read("_size=0") } throws: {
            ($0 as? ProblemDetails)?.detail.description.contains("1 to 500, or max") == true
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func noQueryDoesHarm(seed: UInt64) throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        for _ in 0..<300 {
            let items = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                Query.Item(
                    name: ["_size", "_next", "_prev", "_section", "_edit", random.text(upTo: 4)].randomElement(
                        using: &random) ?? "",
                    value: ["1", "max", "0.0~", random.text(upTo: 8)].randomElement(using: &random) ?? "")
            }
            do {
                let parameters = try PageParameters(Query(items), limits: Self.limits)
                #expect((1...500).contains(parameters.size))
            } catch let problem as ProblemDetails {
                #expect(problem.status == .badRequest)
            }
        }
    }
}
