import Bytes
import Foundation
import Testing

@testable import TableRendering

struct LocalDateTests {
    private func written(_ language: Language, year: Int, month: Int, day: Int, second: Int? = nil) throws -> String {
        var date = try #require(UTCDate(Date(timeIntervalSince1970: 0)))
        (date.year, date.month, date.day, date.second) = (year, month, day, second ?? 0)
        var writer = ByteWriter()
        if second == nil { writer.day(date, in: language.words) } else { writer.dayAndTime(date, in: language.words) }
        return writer.text
    }

    @Test(arguments: [
        (Language.english, "Nov 21, 2026", "Feb 3, 2026, 14:05:09"),
        (.german, "21.11.2026", "03.02.2026, 14:05:09"),
        (.hebrew, "21 בנוב׳ 2026", "3 בפבר׳ 2026, 14:05:09"),
    ])
    func datesAreThoseOfTheLanguage(language: Language, day: String, time: String) throws {
        #expect(try written(language, year: 2026, month: 11, day: 21) == day)
        #expect(try written(language, year: 2026, month: 2, day: 3, second: 14 * 3600 + 5 * 60 + 9) == time)
    }

    @Test(arguments: Language.all)
    func everyMonthHasItsName(language: Language) throws {
        let texts = try (1...12).map { try written(language, year: 2000, month: $0, day: 1) }
        #expect(Set(texts).count == 12)
    }

    @Test(arguments: Language.all)
    func yearsThatNobodyWritesStandAsISO8601(language: Language) throws {
        #expect(try written(language, year: -43, month: 3, day: 15) == "-0043-03-15")
        #expect(try written(language, year: 12_026, month: 3, day: 15) == "+12026-03-15")
        #expect(try written(language, year: 0, month: 1, day: 1) == "0000-01-01")
    }
}
