import CascadingTable

extension TextDirection {
    /// Returns whether a text needs isolation inside text of this direction.
    ///
    /// It does if it contains letters of the opposite direction, or marks that change the direction.
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

    /// Returns false if the bytes show that no isolation is needed. This suffices for most texts.
    private func mayIsolate(_ text: some StringProtocol) -> Bool {
        guard self == .leftToRight else { return true }
        return text.utf8.withContiguousStorageIfAvailable { utf8 in
            let bytes = UnsafeRawBufferPointer(utf8)
            // Most texts are ASCII, of which eight bytes are checked at a time.
            var index = 0
            while index + 8 <= bytes.count,
                bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                index += 8
            }
            // 0xD6 is the first byte of U+0580.
            while index < bytes.count, bytes[index] < 0xD6 { index += 1 }
            return index < bytes.count
        } ?? true
    }
}
