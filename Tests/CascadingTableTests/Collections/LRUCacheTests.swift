import TestSupport
import Testing

@testable import CascadingTable

@Suite struct LRUCacheTests {
    @Test func theOneNotUsedForLongestIsRemoved() {
        // given
        var cache = LRUCache<String, Int>()
        for (index, key) in ["a", "b", "c", "d"].enumerated() { cache.insert(index, for: key) }
        // when
        #expect(cache.value(for: "a") == 0)
        #expect(cache.value(for: "x") == nil)
        cache.insert(20, for: "b")
        #expect(cache.update("c", { $0 += 10 }) != nil)
        // then
        #expect((0..<5).map { _ in cache.removeOldest() } == [3, 0, 20, 12, nil])
        #expect(cache.count == 0)
    }

    /// Compares the cache with a list of keys in which each use moves the key to the end.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func equalsAListInTheOrderOfUse(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        var cache = LRUCache<Int, Int>()
        var list: [(key: Int, value: Int)] = []
        for step in 0..<2000 {
            let key = Int.random(in: 0..<20, using: &random)
            let index = list.firstIndex { $0.key == key }
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                #expect(cache.removeValue(for: key) == index.map { list.remove(at: $0).value })
            case 1:
                #expect(cache.removeOldest() == (list.isEmpty ? nil : list.removeFirst().value))
            case 2:
                #expect(cache.value(for: key) == index.map { list[$0].value })
                if let index { list.append(list.remove(at: index)) }
            default:
                cache.insert(step, for: key)
                if let index { list.remove(at: index) }
                list.append((key, step))
            }
            #expect(cache.count == list.count)
        }
        while let value = cache.removeOldest() { #expect(value == list.removeFirst().value) }
        #expect(list.isEmpty)
    }

    @Test func aCopyIsItsOwn() {
        var cache = LRUCache<Int, Int>()
        for key in 0..<3 { cache.insert(key, for: key) }
        var copy = cache
        copy.removeValue(for: 1)
        _ = copy.value(for: 0)
        #expect((0..<3).map { _ in cache.removeOldest() } == [0, 1, 2])
        #expect((0..<3).map { _ in copy.removeOldest() } == [2, 0, nil])
    }

    @Test func theCostOfTheOneUsedLastIsChanged() {
        var cache = LRUCache<String, Int>()
        cache.setCostOfNewest(7)
        #expect(cache.cost == 0)
        cache.insert(0, for: "a", cost: 3)
        cache.insert(1, for: "b", cost: 5)
        _ = cache.value(for: "a")
        cache.setCostOfNewest(10)
        #expect(cache.cost == 15)
        #expect(cache.removeOldest() == 1)
        #expect(cache.cost == 10)
        #expect(cache.removeOldest() == 0)
        #expect(cache.cost == 0)
    }
}
