import Bytes
import CLibrary
import CascadingTable
import Synchronization

/// The limit of guesses of passwords by name, browser and address. No name is locked; after too many guesses, the next one waits.
final class GuessLimit: Sendable {
    private let buckets = Mutex(LRUCache<String, Bucket>())
    private let now: @Sendable () -> ContinuousClock.Instant
    /// The limit of names and addresses in memory, about 100 bytes each. The one not seen for longest is forgotten.
    private static let capacity = 20_000

    /// The guesses that are left, as they were at a time.
    private struct Bucket {
        var left: Double
        var time: ContinuousClock.Instant
    }

    /// A thing that guesses are counted by, with the number of them in a minute.
    struct Source {
        let key: String
        let count: Double

        static func name(_ name: String) -> Source { Source(key: "name \(name)", count: 10) }
        /// A browser in which the person has signed in before. Guesses of others do not count for it.
        static func device(_ id: String) -> Source { Source(key: "device \(id)", count: 10) }
        /// An office can have one address. In IPv6, one person has all addresses of a network of 64 bits.
        static func address(_ address: String) -> Source {
            var bytes = [UInt8](repeating: 0, count: 16)
            let isIPv6 =
                address.contains(":") && !address.hasPrefix("::ffff:") && inet_pton(AF_INET6, address, &bytes) == 1
            return Source(key: isIPv6 ? "network \(bytes.prefix(8))" : "address \(address)", count: 60)
        }
    }

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Takes a guess of each source.
    ///
    /// - Returns: The time to wait; nil if the guess may be answered.
    func take(_ sources: [Source]) -> Duration? {
        buckets.locked { buckets in
            let time = now()
            let found = sources.map { source -> Bucket in
                guard let bucket = buckets.value(for: source.key) else { return Bucket(left: source.count, time: time) }
                let gained = (time - bucket.time) / .seconds(60) * source.count
                return Bucket(left: min(bucket.left + gained, source.count), time: time)
            }
            let waits = zip(sources, found).compactMap { source, bucket -> Duration? in
                bucket.left >= 1 ? nil : .seconds(60) * ((1 - bucket.left) / source.count)
            }
            for (source, var bucket) in zip(sources, found) {
                if waits.isEmpty { bucket.left -= 1 }
                buckets.insert(bucket, for: source.key)
                if buckets.count > Self.capacity { buckets.removeOldest() }
            }
            return waits.max()
        }
    }
}
