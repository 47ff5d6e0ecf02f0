import Bytes
import CascadingTable

/// How much is done, as it is shown: what is beyond an end stands at that end.
struct Progress {
    /// From 0 to 1.
    let part: Double

    /// Nil for what is no number.
    init?(_ part: Double) {
        guard !part.isNaN else { return nil }
        self.part = min(max(part, 0), 1)
    }

    /// In whole percent; only what is complete is 100, and only nothing is 0.
    var percentage: Int {
        switch part {
        case 0: 0
        case 1: 100
        default: min(max(Int((part * 100).rounded()), 1), 99)
        }
    }
}

extension HTMLTableWriter {
    /// A bar, which the percentage beside it says in words.
    mutating func progress(_ part: Double) {
        guard let progress = Progress(part) else { return value(.null) }
        output.raw("<span class=\"progress\"><progress aria-hidden=\"true\" max=\"100\" value=\"")
        output.integer(progress.percentage)
        output.raw("\"></progress><span>")
        output.percentage(progress, words)
        output.raw("</span></span>")
    }
}
