/// Finds the entry of the most specific route that a path matches.
///
/// The time depends on the length of the path and on the number of parameters at each segment.
struct RouteTree<Entry: Sendable>: Sendable {
    private var root = Node()

    /// Updates the entry of a path. New entries begin with `initial`.
    mutating func update(_ path: RoutePath, initial: Entry, _ body: (inout Entry) -> Void) {
        root.update(path.components[...], at: path.hasTrailingSlash ? \.slashed : \.bare, initial, body)
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
                let entry = root.find(segments[...], isLenient, &values) { node in
                    guard let entry = trailingSlash ? node.slashed : node.bare else { return nil }
                    return takesAny || isPreferred(entry) ? entry : nil
                }
                if let entry { return (entry, values) }
            }
        }
        return nil
    }

    /// The routes whose paths begin with the segments up to here.
    private struct Node: Sendable {
        /// The entries of the path that ends here: without and with a trailing slash.
        var bare: Entry?
        var slashed: Entry?
        private var literals: [String: Node] = [:]
        /// The parameters for the next segment, the most specific first.
        private var parameters: [Parameter] = []

        private struct Parameter: Sendable {
            let suffix: String
            let isIndex: Bool
            var node = Node()

            /// A longer suffix is more specific, and so is an index.
            var rank: (Int, Int) { (suffix.utf8.count, isIndex ? 1 : 0) }

            /// Returns the value in a segment; nil if the suffix differs or the value is empty.
            func value(in segment: String, _ isLenient: Bool) -> String? {
                let length = segment.utf8.count - suffix.utf8.count
                guard length > 0, segment.utf8.dropFirst(length).elementsEqual(suffix.utf8) else { return nil }
                let value = suffix.isEmpty ? segment : String(Substring(segment.utf8.prefix(length)))
                return !isIndex || isLenient || Int(pathSegment: value) != nil ? value : nil
            }
        }

        mutating func update(
            _ components: ArraySlice<RoutePath.Component>, at end: WritableKeyPath<Node, Entry?>, _ initial: Entry,
            _ body: (inout Entry) -> Void
        ) {
            let rest = components.dropFirst()
            switch components.first {
            case .literal(let text): literals[text, default: Node()].update(rest, at: end, initial, body)
            case .parameter(_, let suffix):
                parameters[place(of: Parameter(suffix: suffix, isIndex: false))].node.update(
                    rest, at: end, initial, body)
            case .index(_, let suffix):
                parameters[place(of: Parameter(suffix: suffix, isIndex: true))].node.update(
                    rest, at: end, initial, body)
            case nil:
                var entry = self[keyPath: end] ?? initial
                body(&entry)
                self[keyPath: end] = entry
            }
        }

        /// Returns the index of a parameter, which is added if it is new.
        private mutating func place(of parameter: Parameter) -> Int {
            if let place = parameters.firstIndex(where: {
                $0.suffix == parameter.suffix && $0.isIndex == parameter.isIndex
            }) {
                return place
            }
            let place = parameters.firstIndex { $0.rank < parameter.rank } ?? parameters.count
            parameters.insert(parameter, at: place)
            return place
        }

        func find(
            _ segments: ArraySlice<String>, _ isLenient: Bool, _ values: inout [String], _ entry: (Node) -> Entry?
        ) -> Entry? {
            guard let segment = segments.first else { return entry(self) }
            let rest = segments.dropFirst()
            if let found = literals[segment]?.find(rest, isLenient, &values, entry) { return found }
            for parameter in parameters {
                guard let value = parameter.value(in: segment, isLenient) else { continue }
                values.append(value)
                if let found = parameter.node.find(rest, isLenient, &values, entry) { return found }
                values.removeLast()
            }
            return nil
        }
    }
}
