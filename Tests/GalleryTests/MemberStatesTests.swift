import Foundation
import Testing

@testable import Gallery

@Suite struct MemberStatesTests {
    private let everyone = Region.allCases.flatMap { MemberState.all(in: $0) }

    @Test(arguments: [
        (Region.africa, 54), (.americas, 35), (.asia, 47), (.europe, 43), (.oceania, 14),
    ])
    func regionHoldsAllItsMembers(region: Region, count: Int) {
        #expect(MemberState.all(in: region).count == count)
    }

    @Test func everyMemberIsListedOnce() {
        #expect(everyone.count == 193)
        #expect(Set(everyone.map(\.name)).count == 193)
        #expect(Set(everyone.map(\.code)).count == 193)
    }

    @Test func codesAreTwoCapitalLetters() {
        for state in everyone {
            #expect(state.code.wholeMatch(of: /[A-Z]{2}/) != nil, "\(state.name): \(state.code)")
        }
    }

    @Test func datesLieBetweenTheFirstAndTheLatestAdmission() throws {
        let day = Date.ISO8601FormatStyle().year().month().day()
        let first = try day.parse("1945-10-24")
        let latest = try day.parse("2011-07-14")
        for state in everyone {
            let joined = try day.parse(state.joined)
            #expect(day.format(joined) == state.joined, "\(state.name)")
            #expect((first...latest).contains(joined), "\(state.name): \(state.joined)")
        }
    }

    @Test func textsAndAreasAreFilledIn() {
        for state in everyone {
            #expect(!state.name.isEmpty && !state.capital.isEmpty, "\(state.code)")
            #expect(state.area > 0, "\(state.name)")
        }
    }

    @Test func linksAreSecureURLsOfArticles() throws {
        for state in everyone {
            let url = try #require(URL(string: state.link), "\(state.name)")
            #expect(url.absoluteString == state.link)
            #expect(url.scheme == "https")
            #expect(url.host() == "en.wikipedia.org")
            #expect(url.pathComponents.count == 3, "\(state.link)")
        }
        #expect(Set(everyone.map(\.link)).count == 193)
    }

    @Test(arguments: Region.allCases)
    func namesAscendWithoutRegardToAccents(region: Region) {
        let names = MemberState.all(in: region).map(\.name)
        let plain = names.map { $0.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil) }
        #expect(plain == plain.sorted())
    }

    @Test func rowKeepsItsFieldsApart() throws {
        let state = try #require(MemberState.all(in: .asia).first { $0.code == "TR" })
        #expect(state.name == "Türkiye")
        #expect(state.capital == "Ankara")
        #expect(state.area == 783_562)
        #expect(state.joined == "1945-10-24")
        #expect(state.link == "https://en.wikipedia.org/wiki/Turkey")
    }
}
