import Bytes
import CascadingTable

/// A progress value, limited to the range from 0 to 1.
struct Progress {
    /// The progress, from 0 to 1.
    let part: Double

    /// Creates a progress value; nil for NaN.
    init?(_ part: Double) {
        guard !part.isNaN else { return nil }
        self.part = min(max(part, 0), 1)
    }

    /// The progress in whole percent. Only exactly 0 becomes 0, and only exactly 1 becomes 100.
    var percentage: Int {
        switch part {
        case 0: 0
        case 1: 100
        default: min(max(Int((part * 100).rounded()), 1), 99)
        }
    }
}

extension HTMLTableWriter {
    /// Writes a progress bar, followed by the percentage as text.
    mutating func progress(_ part: Double) {
        guard let progress = Progress(part) else { return value(.null) }
        output.raw("<span class=\"progress\"><progress aria-hidden=\"true\" max=\"100\" value=\"")
        output.integer(progress.percentage)
        output.raw("\"></progress><span>")
        output.percentage(progress, words)
        output.raw("</span></span>")
    }
}
