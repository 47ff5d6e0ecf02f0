/// Finds the entry of the most particular route that a path matches, in time bounded by the path's length
/// and the number of parameters that could stand at each place.
struct RouteTree<Entry: Sendable>: Sendable {
    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        var parameters: [(suffix: String, node: Int)] = []
        var bare: Entry?
        var slashed: Entry?
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
    func find(_ segments: [String], trailingSlash: Bool) -> (entry: Entry, values: [String])? {
        var values: [String] = []
        guard let entry = find(segments[...], trailingSlash, from: 0, &values) else { return nil }
        return (entry, values)
    }

    private func find(
        _ segments: ArraySlice<String>, _ trailingSlash: Bool, from start: Int, _ values: inout [String]
    ) -> Entry? {
        let node = nodes[start]
        guard let segment = segments.first else { return trailingSlash ? node.slashed : node.bare }
        let rest = segments.dropFirst()
        if let next = node.literals[segment], let entry = find(rest, trailingSlash, from: next, &values) {
            return entry
        }
        for (suffix, next) in node.parameters {
            let length = segment.utf8.count - suffix.utf8.count
            guard length > 0, segment.utf8.dropFirst(length).elementsEqual(suffix.utf8) else { continue }
            values.append(String(Substring(segment.utf8.prefix(length))))
            if let entry = find(rest, trailingSlash, from: next, &values) { return entry }
            values.removeLast()
        }
        return nil
    }

    private mutating func descend(from start: Int, by component: RoutePath.Component) -> Int {
        switch component {
        case .literal(let text):
            if let next = nodes[start].literals[text] { return next }
            nodes[start].literals[text] = nodes.count
        case .parameter(_, let suffix):
            if let next = nodes[start].parameters.first(where: { $0.suffix == suffix }) { return next.node }
            nodes[start].parameters.append((suffix, nodes.count))
            nodes[start].parameters.sort { $0.suffix.utf8.count > $1.suffix.utf8.count }
        }
        nodes.append(Node())
        return nodes.count - 1
    }
}
