import CascadingTable

extension TextDirection {
    /// Whether a text inside one of this direction has to be kept apart from it, for it has letters of the other
    /// direction or marks that turn the text around.
    func isolates(_ text: some StringProtocol) -> Bool {
        guard mayIsolate(text) else { return false }
        return text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
            case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
                self == .leftToRight
            default: self == .rightToLeft && scalar.properties.isAlphabetic
            }
        }
    }

    /// The same by a look at the bytes, which is enough for most texts.
    private func mayIsolate(_ text: some StringProtocol) -> Bool {
        guard self == .leftToRight else { return true }
        return text.utf8.withContiguousStorageIfAvailable { utf8 in
            var highest: UInt8 = 0
            for byte in utf8 { highest = max(highest, byte) }
            // The first byte of U+0580 and all that follow.
            return highest >= 0xD6
        } ?? true
    }
}
