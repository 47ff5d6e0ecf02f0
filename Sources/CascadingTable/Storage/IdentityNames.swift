import FoundationEssentials

/// Maps each identity to a unique string, which stays the same while the identity is in use.
///
/// Texts, numbers and UUIDs, and enumerations of texts or numbers, are written as they are, so they last longer than the process.
/// Any other identity has a serial number. Descriptions are not used, because two identities may have the same.
@TableActor
final class IdentityNames<ID: Hashable> {
    private var numbers: [ID: Int] = [:]
    private var last = 0
    /// Serial numbers of another storage, or of another process, are different.
    private let prefix = String(UInt64.random(in: .min ... .max), radix: 36)

    /// A Boolean value that says whether identities need these names. `Identifiable` ones are known by their own `id`.
    ///
    /// The address of an object, and a value that is its own `id`, do not last longer.
    static var areNeeded: Bool {
        func isLasting<Value: Identifiable>(_: Value.Type) -> Bool {
            Value.ID.self != ObjectIdentifier.self && Value.ID.self != Value.self
        }
        guard let type = ID.self as? any Identifiable.Type else { return true }
        return !isLasting(type)
    }

    func name(of id: ID) -> String {
        if let text = Self.text(of: id) { return text }
        if let number = numbers[id] { return "\(prefix).\(number)" }
        last += 1
        numbers[id] = last
        return "\(prefix).\(last)"
    }

    /// Forgets all identities but these.
    func keep(only ids: some Sequence<ID>) {
        guard !numbers.isEmpty else { return }
        var kept: [ID: Int] = [:]
        for id in ids { kept[id] = numbers[id] }
        numbers = kept
    }

    /// Goes by the type of all identities, because values of several types may have the same text.
    private static func text<Value>(of value: Value) -> String? {
        switch Value.self {
        case is any LosslessStringConvertible.Type: (value as? any LosslessStringConvertible)?.description
        case is UUID.Type: (value as? UUID)?.uuidString
        case is any RawRepresentable.Type: (value as? any RawRepresentable).flatMap { textOfRawValue($0) }
        default: nil
        }
    }

    private static func textOfRawValue(_ value: some RawRepresentable) -> String? { text(of: value.rawValue) }
}
