/// A store of small values by key, in which several servers share what they know about visitors.
///
/// A server that gets one with ``TableServer/stateStore`` stores selections and the responses to requests with an
/// `Idempotency-Key` in it. ``MemoryStateStore`` is one; write another for a database that your servers share:
///
/// ```sql
/// CREATE TABLE state (key text PRIMARY KEY, value bytea NOT NULL, expires timestamptz NOT NULL)
/// ```
///
/// The server calls the methods from any task, and never while it holds the lock of the tables. A call should fail
/// after a few seconds rather than wait: its error becomes the response, and a `VisitorFacingError` of the kind
/// `unavailable` becomes a 503. Test a store with `StateStoreContract` of the module TableTesting.
public protocol StateStore: Sendable {
    /// Returns the bytes of a key; nil if there are none, or if their lifetime is over.
    func value(for key: String) async throws -> [UInt8]?

    /// Stores or removes the value of a key, if its bytes are still the expected ones. The step is atomic.
    ///
    /// - Parameters:
    ///   - value: The new value; nil to remove the key.
    ///   - key: A text of any length, without NUL.
    ///   - expected: The bytes that the key must have; nil for a key that must have none.
    /// - Returns: Whether the value was stored. Otherwise nothing has changed.
    func set(_ value: StateValue?, for key: String, ifEqual expected: [UInt8]?) async throws -> StateChange
}

/// A value in a ``StateStore``.
public struct StateValue: Sendable, Hashable {
    /// The content.
    public var bytes: [UInt8]
    /// The time after which the value no longer counts.
    public var lifetime: Duration
    /// A Boolean value that allows a full store to drop the value before its time.
    public var isEvictable: Bool

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - lifetime: The time after which the value no longer counts.
    ///   - isEvictable: Whether a full store may drop the value before its time. Default: true.
    public init(_ bytes: [UInt8], lifetime: Duration, isEvictable: Bool = true) {
        (self.bytes, self.lifetime, self.isEvictable) = (bytes, lifetime, isEvictable)
    }
}

/// The result of a change in a ``StateStore``.
public enum StateChange: Sendable {
    /// The value was stored or removed.
    case done
    /// The key has other bytes than expected.
    case conflict
    /// The store is full of values that it must not drop.
    case full
}
