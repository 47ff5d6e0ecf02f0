import CascadingTable
import FoundationEssentials

/// The names of identities. Each identity has a unique name, which does not change while the identity is in use.
///
/// Strings, numbers, UUIDs, and enumerations with such raw values are their own names, which are valid in other
/// processes too. Every other identity gets a serial number. Descriptions are not used, because two identities may have
/// equal ones.
@TableActor
final class IdentityNames<ID: Hashable> {
    private var numbers: [ID: Int] = [:]
    private var last = 0
    /// A random prefix, so that serial numbers of other storages and processes differ.
    private let prefix = String(UInt64.random(in: .min ... .max), radix: 36)

    /// A Boolean value that indicates whether identities need these names. `Identifiable` ones are known by their own
    /// `id`.
    ///
    /// An `id` that is the address of an object, or the value itself, is not valid in other processes.
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

    /// Removes the names of all other identities.
    func keep(only ids: some Sequence<ID>) {
        guard !numbers.isEmpty else { return }
        var kept: [ID: Int] = [:]
        for id in ids { kept[id] = numbers[id] }
        numbers = kept
    }

    /// Depends on the static type of all identities, because values of several types may have equal texts.
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
