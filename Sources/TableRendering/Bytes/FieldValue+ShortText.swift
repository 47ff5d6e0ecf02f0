import CascadingTable

extension FieldValue {
    /// Its text, where that is short; read without a copy of the value.
    @inline(__always)
    var shortText: ShortText? {
        if case .text(let text) = self { ShortText(text) } else { nil }
    }
}
