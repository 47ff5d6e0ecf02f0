/// Finds the entry of the most specific route that a path matches.
///
/// The time depends on the length of the path and on the number of parameters at each segment.
struct RouteTree<Entry: Sendable>: Sendable {
    private struct Node: Sendable {
        /// The entries of the path that ends here: without and with a trailing slash.
        var bare: Int?
        var slashed: Int?
        var hasLiterals = false
        /// The most specific parameter for the next segment.
        var parameter: Int?
        /// The suffix of this parameter.
        var suffix = 0
        var isIndex = false
        /// The next, less specific parameter for this segment.
        var next: Int?

        func entry(_ isSlashed: Bool) -> Int? { isSlashed ? slashed : bare }
    }

    /// A literal segment after a node.
    private struct Literal: Hashable {
        let node: Int
        let text: String
    }

    private var nodes = [Node()]
    private var literals: [Literal: Int] = [:]
    private var suffixes = [""]
    private var entries: [Entry] = []

    /// Updates the entry of a path. New entries begin with `initial`.
    mutating func update(_ path: RoutePath, initial: Entry, _ body: (inout Entry) -> Void) {
        let end = path.components.reduce(0) { descend(from: $0, by: $1) }
        let index = nodes[end].entry(path.hasTrailingSlash) ?? entries.count
        if index == entries.count {
            nodes[end][keyPath: path.hasTrailingSlash ? \Node.slashed : \Node.bare] = index
            entries.append(initial)
        }
        body(&entries[index])
    }

    /// Returns the entry for a path with the values of its parameters, in order; nil if no route matches.
    ///
    /// If only an index with an invalid number matches, its entry is returned, so that its handler refuses the number.
    ///
    /// - Parameters:
    ///   - segments: The decoded segments of the path.
    ///   - trailingSlash: Whether the path ends with a slash.
    ///   - isPreferred: Returns whether an entry is preferred to more specific ones.
    func find(
        _ segments: [String], trailingSlash: Bool, preferring isPreferred: (Entry) -> Bool
    ) -> (entry: Entry, values: [String])? {
        for isLenient in [false, true] {
            for takesAny in [false, true] {
                var values: [String] = []
                let index = find(segments, trailingSlash, isLenient, at: 0, from: 0, &values) {
                    takesAny || isPreferred($0)
                }
                if let index {
                    return (entries[index], values)
                }
            }
        }
        return nil
    }

    /// Returns the entry for the segments from `place` on.
    private func find(
        _ segments: [String], _ trailingSlash: Bool, _ isLenient: Bool, at place: Int, from start: Int,
        _ values: inout [String], where isWanted: (Entry) -> Bool
    ) -> Int? {
        let node = nodes[start]
        guard place < segments.count else {
            return node.entry(trailingSlash).flatMap { isWanted(entries[$0]) ? $0 : nil }
        }
        let segment = segments[place]
        if node.hasLiterals, let next = literals[Literal(node: start, text: segment)],
            let entry = find(segments, trailingSlash, isLenient, at: place + 1, from: next, &values, where: isWanted)
        {
            return entry
        }
        var parameter = node.parameter
        while let index = parameter {
            let node = nodes[index]
            parameter = node.next
            guard let value = value(of: node, in: segment) else { continue }
            guard !node.isIndex || isLenient || Int(pathSegment: value) != nil else { continue }
            if values.isEmpty { values.reserveCapacity(segments.count) }
            values.append(value)
            if let entry = find(
                segments, trailingSlash, isLenient, at: place + 1, from: index, &values, where: isWanted)
            {
                return entry
            }
            values.removeLast()
        }
        return nil
    }

    /// Returns the value of a parameter in a segment; nil if the suffix differs or the value is empty.
    private func value(of parameter: Node, in segment: String) -> String? {
        if parameter.suffix == 0 { return segment.isEmpty ? nil : segment }
        let suffix = suffixes[parameter.suffix].utf8
        let length = segment.utf8.count - suffix.count
        guard length > 0, segment.utf8.dropFirst(length).elementsEqual(suffix) else { return nil }
        return String(Substring(segment.utf8.prefix(length)))
    }

    private mutating func descend(from start: Int, by component: RoutePath.Component) -> Int {
        switch component {
        case .literal(let text):
            let literal = Literal(node: start, text: text)
            if let next = literals[literal] { return next }
            literals[literal] = nodes.count
            nodes[start].hasLiterals = true
            nodes.append(Node())
            return nodes.count - 1
        case .parameter(_, let suffix): return descend(from: start, suffix: suffix, isIndex: false)
        case .index(_, let suffix): return descend(from: start, suffix: suffix, isIndex: true)
        }
    }

    private mutating func descend(from start: Int, suffix: String, isIndex: Bool) -> Int {
        let rank = (suffix.utf8.count, isIndex ? 1 : 0)
        var before: Int?
        var next = nodes[start].parameter
        while let index = next {
            let other = (suffixes[nodes[index].suffix], nodes[index].isIndex)
            if other == (suffix, isIndex) { return index }
            guard (other.0.utf8.count, other.1 ? 1 : 0) >= rank else { break }
            (before, next) = (index, nodes[index].next)
        }
        var node = Node()
        (node.isIndex, node.next) = (isIndex, next)
        node.suffix = suffixes.firstIndex(of: suffix) ?? suffixes.count
        if node.suffix == suffixes.count { suffixes.append(suffix) }
        if let before { nodes[before].next = nodes.count } else { nodes[start].parameter = nodes.count }
        nodes.append(node)
        return nodes.count - 1
    }
}
