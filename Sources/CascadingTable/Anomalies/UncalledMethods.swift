import LocalizedMessages
import Synchronization

extension Anomaly.Code {
    /// A method of a data source or delegate that is never called, because its name or its types nearly fit.
    public static let methodNeverCalled = Anomaly.Code(rawValue: "methodNeverCalled")
}

/// Finds methods that look like those of a data source or delegate, but are never called.
///
/// The compiler accepts such methods: every requirement has a default. They are found by their symbols, which debug
/// builds keep.
package enum UncalledMethods {
    private static let checked = Mutex<Set<ObjectIdentifier>>([])
    /// The limit of nodes whose classes are checked.
    private static let maxNodeCount = 1000
    private static let libraries: Set<Substring> = [
        "CascadingTable", "TableUIKit", "TableTesting", "TableServer", "TableSQLite",
    ]

    /// Reports such methods as anomalies of a table soon, in debug builds. Each class is checked once.
    package static func report(in tableView: TableView) {
        #if DEBUG
            let classes = TableActor.run { self.classes(of: tableView) }.filter { type in
                checked.withLock { $0.insert(ObjectIdentifier(type)).inserted }
            }
            guard !classes.isEmpty else { return }
            // Reading the symbols takes some milliseconds. No request waits for it.
            Task.detached(priority: .utility) {
                let problems = problems(of: classes)
                guard !problems.isEmpty else { return }
                await report(problems, in: tableView)
            }
        #endif
    }

    @TableActor
    private static func report(_ problems: [String], in tableView: TableView) {
        for problem in problems { tableView.report(.methodNeverCalled, problem) }
    }

    /// Returns a sentence for each override in a table's tree that is never called, because a superclass overrides the
    /// form that waits. It costs little, also in release builds.
    @TableActor
    package static func hiddenOverrides(in tableView: TableView) -> [String] {
        Set(classes(of: tableView).flatMap(ActionMethod.hiddenOverrides)).sorted()
    }

    /// Returns the classes of a table's data source, delegate and nodes.
    @TableActor
    private static func classes(of tableView: TableView) -> [AnyClass] {
        let first: [AnyObject?] = [tableView.dataSource, tableView.delegate, tableView.owner]
        var objects = first.compactMap { $0 }
        var nodes = tableView.root?.childDelegates ?? []
        while let node = nodes.popLast(), objects.count < maxNodeCount {
            objects.append(node)
            nodes += node.childDelegates
        }
        var known: Set<ObjectIdentifier> = []
        return objects.map { type(of: $0) }.filter { known.insert(ObjectIdentifier($0)).inserted }
    }

    /// Returns a sentence for each method of a class that is never called.
    ///
    /// It reads the symbols of the program, some megabytes. Call it off the table actor.
    static func problems(of classes: [AnyClass]) -> [String] {
        guard !classes.isEmpty else { return [] }
        var problems: [String] = []
        SymbolNames.ofThisProgram { names in
            for type in classes { problems += self.problems(of: type, names) }
        }
        return problems
    }

    private static func problems(of type: AnyClass, _ names: UnsafeRawBufferPointer) -> [String] {
        var classes: [AnyClass] = []
        var next: (AnyClass)? = type
        while let type = next, isDelegate(type) {
            classes.append(type)
            next = _getSuperclass(type)
        }
        // The first class that conforms is called by requirements. A subclass is called by the methods of its
        // superclasses only.
        guard let first = classes.popLast() else { return [] }
        let own = methods(of: first, names)
        var (callable, problems) = (Set(own.flatMap { $0.fitting }), [] as [String])
        var requirements = Set<Method>()
        if !isOfALibrary(first) {
            requirements = self.requirements(of: first, names)
            guard !requirements.isEmpty else { return [] }
            problems = self.problems(of: first, with: own, among: requirements)
            callable.formIntersection(requirements)
        }
        for type: AnyClass in classes.reversed() {
            let own = methods(of: type, names)
            if !isOfALibrary(type) {
                let late = own.subtracting(callable).intersection(requirements)
                problems += late.map {
                    "\(type) implements \($0.name), which is never called, because its superclass \(first) does not "
                        + "implement it. Implement it there, and override it."
                }
                // An override may return a value where the superclass returns an optional.
                let signatures = Set(callable.map(\.plainSignature))
                let new = own.subtracting(late).filter { !signatures.contains($0.plainSignature) }
                problems += self.problems(of: type, with: new, among: callable)
            }
            callable.formUnion(own.flatMap { $0.fitting })
        }
        return problems.sorted()
    }

    private static func problems(
        of type: AnyClass, with methods: Set<Method>, among callable: Set<Method>
    ) -> [String] {
        methods.subtracting(callable).compactMap { method in
            guard let meant = method.meant(among: callable) else { return nil }
            let path = meant.name == method.name ? \Method.signature : \Method.name
            return "\(type) implements \(method[keyPath: path]), which is never called; did you mean "
                + "\(meant[keyPath: path])?"
        }
    }

    private static func isDelegate(_ type: AnyClass) -> Bool {
        type is any TableViewDataSource.Type || type is any TableViewDelegate.Type
    }

    private static func isOfALibrary(_ type: AnyClass) -> Bool {
        libraries.contains(_typeName(type, qualified: true).prefix { $0 != "." })
    }

    /// The methods that a class implements itself.
    private static func methods(of type: AnyClass, _ names: UnsafeRawBufferPointer) -> Set<Method> {
        let name = "\(type)"
        return Set(
            declarations(of: type, to: "F", names).compactMap { declaration in
                // `App.Board.method`, or `App.(Board in _1A2B).method` for a private class.
                let isPublic = declaration.firstRange(of: "\(name).")
                let isPrivate = declaration.firstRange(of: "(\(name) in _")
                if let isPrivate, isPrivate.lowerBound < (isPublic?.lowerBound ?? declaration.endIndex) {
                    return declaration[isPrivate.upperBound...].firstRange(of: ").").flatMap {
                        Method(declaration[$0.upperBound...])
                    }
                }
                return isPublic.flatMap { Method(declaration[$0.upperBound...]) }
            })
    }

    /// The methods that the protocols of a class require.
    private static func requirements(of type: AnyClass, _ names: UnsafeRawBufferPointer) -> Set<Method> {
        Set(
            declarations(of: type, to: "TW", names).compactMap { declaration -> Method? in
                guard let start = declaration.firstRange(of: "protocol witness for ")?.upperBound,
                    let end = declaration.firstRange(of: " in conformance ")?.lowerBound, start < end
                else { return nil }
                // Without module and protocol.
                let parts = declaration[start..<end].split(separator: ".", maxSplits: 2)
                return parts.count == 3 ? Method(parts[2]) : nil
            }.flatMap { $0.fitting })
    }

    private static func declarations(
        of type: AnyClass, to suffix: String, _ names: UnsafeRawBufferPointer
    ) -> [String] {
        guard let mangled = _mangledTypeName(type), mangled.hasSuffix("C") else { return [] }
        // The runtime names a private class by the address of its context, and its symbols by its file.
        let prefix = mangled.replacing(/\d+\$[0-9a-f]+yXZ/, with: "")
        let isPrivate = prefix != mangled
        return SymbolNames.names(in: names, from: "$s\(isPrivate ? prefix.dropLast() + "33_" : prefix)", to: suffix)
            .compactMap(SymbolNames.declaration)
    }
}

extension UncalledMethods {
    /// A method, by its name and its types as the runtime writes them.
    struct Method: Hashable {
        /// The name with labels, such as `tableView(_:cellForRowAt:)`.
        let name: String
        /// The name with types, such as `tableView(_: TableView, cellForRowAt: IndexPath) -> TableViewCell`.
        let signature: String

        /// Reads a method such as `tableView(_: UI.TableView, cellForRowAt: IndexPath) -> UI.TableViewCell`.
        init?(_ text: Substring) {
            // A private method is `(name in _1A2B)(…)`. It is meant to be called by its own class.
            guard let open = text.firstIndex(of: "("), open > text.startIndex,
                text[..<open].allSatisfy({ $0.isLetter || $0.isNumber })
            else { return nil }
            var labels: [Substring] = []
            var depth = 0
            var start = text.index(after: open)
            for index in text[open...].indices {
                switch text[index] {
                case "(", "<", "[": depth += 1
                case ")", "]": depth -= 1
                case ">": if index == text.startIndex || text[text.index(before: index)] != "-" { depth -= 1 }
                default: break
                }
                guard depth == 0 || depth == 1 && text[index] == "," else { continue }
                if let colon = text[start..<index].firstIndex(of: ":") { labels.append(text[start..<colon]) }
                start = text.index(after: index)
                if text[start...].hasPrefix(" ") { start = text.index(after: start) }
                if depth == 0 { break }
            }
            name = String(text[..<open]) + "(" + labels.map { $0 + ":" }.joined() + ")"
            // Modules are left out.
            let types = text.replacing(/\b[A-Za-z_]\w*\.(?=\w)/, with: "")
            signature = String(types).replacing("-> ()", with: "-> Void")
                .replacing(/Array<(\w+)>/) { "[\($0.output.1)]" }
                .replacing(/Optional<([\w\[\]]+)>/) { "\($0.output.1)?" }
                // The associated types of results that only tell whether a method is implemented.
                .replacing(/-> (Async)?(Commit|Move)Result$/, with: "-> Void")
        }

        private init(name: String, signature: String) {
            (self.name, self.signature) = (name, signature)
        }

        /// The methods that fit this one: it itself, and those that neither wait nor throw although they may.
        var fitting: [Method] {
            let withoutThrows = signature.replacing(/\) (async )?throws ->/) { ") \($0.output.1 ?? "")->" }
            return Set([signature, withoutThrows].flatMap { [$0, $0.replacing(") async ", with: ") ")] })
                .map { Method(name: name, signature: $0) }
        }

        /// The method that was probably meant; nil if this one resembles none.
        func meant(among methods: Set<Method>) -> Method? {
            let candidates = methods.sorted { $0.signature < $1.signature }
            if let other = candidates.first(where: { $0.name == name }) { return other }
            let base = name.prefix { $0 != "(" }
            let names = candidates.map(\.name).filter { $0.hasPrefix("\(base)(") }
            let meant: String?
            if base != "tableView" {
                meant = names.first ?? candidates.map(\.name).nearest(to: name)
            } else if names.contains(plainName) {
                meant = plainName
            } else {
                let nearest = names.map { String($0.dropFirst(base.count)) }
                    .nearest(to: String(plainName.dropFirst(base.count)))
                meant = nearest.map { "\(base)\($0)" }
            }
            return candidates.first { $0.name == meant }
        }

        fileprivate var plainSignature: String { signature.replacing("?", with: "") }

        /// The name without `IndexPath` at the end of a label, as old Swift versions had it.
        private var plainName: String { name.replacing("IndexPath:", with: ":").replacing("(:", with: "(_:") }
    }
}
