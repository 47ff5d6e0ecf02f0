import TestSupport
import Testing

@testable import TableServer

@Suite struct RecentlyUsedTests {
    @Test func theOneNotUsedForLongestIsRemoved() {
        // given
        var values = RecentlyUsed<String, Int>()
        for (index, key) in ["a", "b", "c", "d"].enumerated() { values.keep(index, for: key) }
        // when
        #expect(values.use("a") == 0)
        #expect(values.use("x") == nil)
        values.keep(20, for: "b")
        #expect(values.use("c", { $0 += 10 }) != nil)
        // then
        #expect((0..<5).map { _ in values.removeOldest() } == [3, 0, 20, 12, nil])
        #expect(values.count == 0)
    }

    /// Whatever is done, it is as if the keys stood in a list that each use moves to its end.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func equalsAListInTheOrderOfUse(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        var values = RecentlyUsed<Int, Int>()
        var list: [(key: Int, value: Int)] = []
        for step in 0..<2000 {
            let key = Int.random(in: 0..<20, using: &random)
            let index = list.firstIndex { $0.key == key }
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                #expect(values.remove(key) == index.map { list.remove(at: $0).value })
            case 1:
                #expect(values.removeOldest() == (list.isEmpty ? nil : list.removeFirst().value))
            case 2:
                #expect(values.use(key) == index.map { list[$0].value })
                if let index { list.append(list.remove(at: index)) }
            default:
                values.keep(step, for: key)
                if let index { list.remove(at: index) }
                list.append((key, step))
            }
            #expect(values.count == list.count)
        }
        while let value = values.removeOldest() { #expect(value == list.removeFirst().value) }
        #expect(list.isEmpty)
    }

    @Test func aCopyIsItsOwn() {
        var values = RecentlyUsed<Int, Int>()
        for key in 0..<3 { values.keep(key, for: key) }
        var copy = values
        copy.remove(1)
        _ = copy.use(0)
        #expect((0..<3).map { _ in values.removeOldest() } == [0, 1, 2])
        #expect((0..<3).map { _ in copy.removeOldest() } == [2, 0, nil])
    }

    @Test func theCostOfTheOneUsedLastIsChanged() {
        var values = RecentlyUsed<String, Int>()
        values.setCostOfNewest(7)
        #expect(values.cost == 0)
        values.keep(0, for: "a", cost: 3)
        values.keep(1, for: "b", cost: 5)
        _ = values.use("a")
        values.setCostOfNewest(10)
        #expect(values.cost == 15)
        #expect(values.removeOldest() == 1)
        #expect(values.cost == 10)
        #expect(values.removeOldest() == 0)
        #expect(values.cost == 0)
    }
}
