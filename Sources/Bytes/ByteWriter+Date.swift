extension ByteWriter {
    /// Appends a date and time in UTC as ISO 8601, to the second: `2026-05-31T12:00:00Z`.
    public mutating func dateTime(_ date: UTCDate) {
        day(date)
        byte(0x54)
        time(date)
        byte(0x5A)
    }

    /// Appends a date as ISO 8601: `2026-05-31`. Years outside 0 to 9999 get a sign.
    public mutating func day(_ date: UTCDate) {
        if !(0...9999).contains(date.year) { byte(date.year < 0 ? 0x2D : 0x2B) }
        padded(Int(date.year.magnitude), width: 4)
        byte(0x2D)
        padded(date.month, width: 2)
        byte(0x2D)
        padded(date.day, width: 2)
    }

    /// Appends a time as ISO 8601, to the second: `12:00:00`.
    public mutating func time(_ date: UTCDate) {
        padded(date.second / 3600, width: 2)
        byte(0x3A)
        padded(date.second / 60 % 60, width: 2)
        byte(0x3A)
        padded(date.second % 60, width: 2)
    }

    private mutating func padded(_ value: Int, width: Int) {
        var power = 1
        for _ in 1..<width { power *= 10 }
        while power > 1, value < power {
            byte(0x30)
            power /= 10
        }
        integer(value)
    }
}
