/// Finds the entry of the most particular route that a path matches, in time bounded by the path's length
/// and the number of parameters that could stand at each place.
struct RouteTree<Entry: Sendable>: Sendable {
    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        var parameters: [Parameter] = []
        var bare: Entry?
        var slashed: Entry?
    }

    private struct Parameter: Sendable {
        let suffix: String
        let isIndex: Bool
        let node: Int

        /// What it stands for in a segment; nil where that has not its suffix, or nothing before it.
        func value(in segment: String) -> String? {
            if suffix.isEmpty { return segment.isEmpty ? nil : segment }
            let length = segment.utf8.count - suffix.utf8.count
            guard length > 0, segment.utf8.dropFirst(length).elementsEqual(suffix.utf8) else { return nil }
            return String(Substring(segment.utf8.prefix(length)))
        }
    }

    private var nodes = [Node()]

    /// The entry at a path's place, made by `initial` when the place is new.
    mutating func update(_ path: RoutePath, initial: Entry, _ body: (inout Entry) -> Void) {
        let end = path.components.reduce(0) { descend(from: $0, by: $1) }
        let member = path.hasTrailingSlash ? \Node.slashed : \Node.bare
        var entry = nodes[end][keyPath: member] ?? initial
        body(&entry)
        nodes[end][keyPath: member] = entry
    }

    /// The entry for a path, and what its parameters stood for, in order; nil when no route has that shape.
    ///
    /// Where there would be one but for an index that is none, that one's handler is left to say so.
    func find(_ segments: [String], trailingSlash: Bool) -> (entry: Entry, values: [String])? {
        for isLenient in [false, true] {
            var values: [String] = []
            values.reserveCapacity(segments.count)
            guard let end = find(segments, trailingSlash, isLenient, at: 0, from: 0, &values) else { continue }
            return (trailingSlash ? nodes[end].slashed : nodes[end].bare).map { ($0, values) }
        }
        return nil
    }

    /// The node where a path ends that has an entry, given those of its segments from `place` on.
    private func find(
        _ segments: [String], _ trailingSlash: Bool, _ isLenient: Bool, at place: Int, from start: Int,
        _ values: inout [String]
    ) -> Int? {
        guard place < segments.count else {
            return (trailingSlash ? nodes[start].slashed : nodes[start].bare) == nil ? nil : start
        }
        let segment = segments[place]
        if let next = nodes[start].literals[segment],
            let end = find(segments, trailingSlash, isLenient, at: place + 1, from: next, &values)
        {
            return end
        }
        for parameter in nodes[start].parameters {
            guard let value = parameter.value(in: segment) else { continue }
            guard !parameter.isIndex || isLenient || Int(pathSegment: value) != nil else { continue }
            values.append(value)
            if let end = find(segments, trailingSlash, isLenient, at: place + 1, from: parameter.node, &values) {
                return end
            }
            values.removeLast()
        }
        return nil
    }

    private mutating func descend(from start: Int, by component: RoutePath.Component) -> Int {
        switch component {
        case .literal(let text):
            if let next = nodes[start].literals[text] { return next }
            nodes[start].literals[text] = nodes.count
        case .parameter(_, let suffix): return descend(from: start, suffix: suffix, isIndex: false)
        case .index(_, let suffix): return descend(from: start, suffix: suffix, isIndex: true)
        }
        nodes.append(Node())
        return nodes.count - 1
    }

    private mutating func descend(from start: Int, suffix: String, isIndex: Bool) -> Int {
        let parameters = nodes[start].parameters
        if let next = parameters.first(where: { $0.suffix == suffix && $0.isIndex == isIndex }) { return next.node }
        nodes[start].parameters.append(Parameter(suffix: suffix, isIndex: isIndex, node: nodes.count))
        nodes[start].parameters.sort {
            ($0.suffix.utf8.count, $0.isIndex ? 1 : 0) > ($1.suffix.utf8.count, $1.isIndex ? 1 : 0)
        }
        nodes.append(Node())
        return nodes.count - 1
    }
}
