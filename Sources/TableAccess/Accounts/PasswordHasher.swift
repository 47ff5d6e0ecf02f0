import CPassword
import Dispatch
import HTTPMessages
import Synchronization

/// Makes and checks hashes of passwords by `crypt_r`, two at a time. Others wait; beyond a limit they are refused.
///
/// New hashes are of yescrypt. Any hash that `crypt_r` knows is checked, such as those of `htpasswd -B`.
final class PasswordHasher: Sendable {
    private let queues = [DispatchQueue(label: "TableAccess.passwords"), DispatchQueue(label: "TableAccess.passwords")]
    private let waiting = Atomic<Int>(0)
    /// The limit of hashes that wait. At 30 ms each, the last one takes about a second.
    private static let maxWaiting = 64

    /// Returns a hash of a password.
    func hash(_ password: String) async throws -> String {
        let hash = try await run { () -> String? in
            guard let setting = cpassword_setting() else { return nil }
            defer { free(setting) }
            return Self.hash(password, setting)
        }
        guard let hash else { throw HTTPError(.internalServerError, "The password could not be stored.") }
        return hash
    }

    /// Returns whether a password has a hash. Without a hash it takes as long, and is false.
    func verify(_ password: String, _ hash: String?) async throws -> Bool {
        let found = try await run { Self.hash(password, hash ?? Self.example) }
        guard let hash, let found else { return false }
        let (one, other) = (Array(found.utf8), Array(hash.utf8))
        return one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Returns whether a text is a hash that can be checked.
    static func canCheck(_ hash: String) -> Bool {
        hash.hasPrefix("$") && Self.hash("", hash)?.utf8.count == hash.utf8.count
    }

    /// A hash of no password in use, with the cost of the others.
    private static let example = "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$X3DX6M94c7o.9agCG9G317fhZg9SqC.5i5rd.RhAtQ7"

    private static func hash(_ password: String, _ setting: UnsafePointer<CChar>) -> String? {
        guard let hash = cpassword_hash(password, setting) else { return nil }
        defer { free(hash) }
        return String(cString: hash)
    }

    private func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async throws -> Result {
        let place = waiting.add(1, ordering: .relaxed).newValue
        defer { waiting.subtract(1, ordering: .relaxed) }
        guard place <= Self.maxWaiting else {
            throw HTTPError(
                .serviceUnavailable, "Too many people sign in at once. Try again in a moment.",
                headers: [.retryAfter: "2"])
        }
        return await withCheckedContinuation { continuation in
            queues[place % queues.count].async { continuation.resume(returning: body()) }
        }
    }
}
