import CLibrary
import CSwiftRuntime
import CascadingTable
import Essentials
import LocalizedMessages

/// Returns a sentence for each method of a class that looks like one of a data source or delegate, but is never called.
///
/// The compiler accepts such methods, because every requirement has a default. Check your delegates in a test:
///
/// ```swift
/// #expect(uncalledMethods(of: FruitTable.self) == [])
/// ```
///
/// The methods are found by the symbols of the program. Only debug builds on Linux keep them; elsewhere, the array is
/// empty.
///
/// - Parameter type: The class of a data source, a delegate, a node or a controller.
/// - Returns: The sentences, sorted. Each names the method and the method that was probably meant.
public func uncalledMethods(of type: AnyClass) -> [String] {
    guard let program = ProgramSymbols() else { return [] }
    var (first, next): (AnyClass, AnyClass?) = (type, _getSuperclass(type))
    var inherited: Set<Method> = []
    while let superclass = next, superclass is any TableViewDataSource.Type || superclass is any TableViewDelegate.Type
    {
        inherited.formUnion(program.methods(of: superclass))
        (first, next) = (superclass, _getSuperclass(superclass))
    }
    // The table calls the first class by requirements of the protocols, and a subclass by the methods of superclasses.
    let requirements = program.requirements(of: first)
    let called = first == type ? requirements : inherited.reduce(into: []) { $0.formUnion($1.accepted) }
    guard !called.isEmpty else { return [] }
    // An override may return a value where the superclass returns an optional.
    let uncalled = program.methods(of: type).filter { !called.contains($0) && !called.contains($0.optional) }
    return uncalled.compactMap { method in
        if first != type, requirements.contains(method) {
            return "\(type) implements \(method.name), which is never called, because its superclass \(first) does not "
                + "implement it. Implement it there, and override it."
        }
        return method.problem(in: type, among: called)
    }.sorted()
}

/// The executable file of the program, whose symbols name all methods.
private struct ProgramSymbols {
    private let file: Data

    init?() {
        guard let file = try? Data(contentsOf: URL(filePath: "/proc/self/exe"), options: .alwaysMapped) else {
            return nil
        }
        self.file = file
    }

    /// The methods that a class implements itself.
    func methods(of type: AnyClass) -> Set<Method> {
        Set(
            declarations(of: type, to: "F").compactMap { declaration in
                // `App.Board.method`, or `App.(Board in _1A2B).method` for a private class.
                let ends = ["(\(type) in _", "\(type)."].compactMap { declaration.firstRange(of: $0) }
                guard let end = ends.min(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
                let rest = declaration[end.upperBound...]
                guard declaration[end].last == "_" else { return Method(rest) }
                return rest.firstRange(of: ").").flatMap { Method(rest[$0.upperBound...]) }
            })
    }

    /// The methods that the protocols of a class call, in all forms in which it may implement them.
    func requirements(of type: AnyClass) -> Set<Method> {
        declarations(of: type, to: "TW").reduce(into: []) { methods, declaration in
            guard let start = declaration.firstRange(of: "protocol witness for ")?.upperBound,
                let end = declaration.firstRange(of: " in conformance ")?.lowerBound, start < end
            else { return }
            // Without module and protocol.
            let parts = declaration[start..<end].split(separator: ".", maxSplits: 2)
            if parts.count == 3, let method = Method(parts[2]) { methods.formUnion(method.accepted) }
        }
    }

    private func declarations(of type: AnyClass, to suffix: String) -> [String] {
        guard let mangled = _mangledTypeName(type), mangled.hasSuffix("C") else { return [] }
        // The runtime names a private class by the address of its context, and its symbols by its file.
        let plain = mangled.replacing(/\d+\$[0-9a-f]+yXZ/, with: "")
        let prefix = Array("$s\(plain == mangled ? plain : plain.dropLast() + "33_")".utf8)
        var names: Set<String> = []
        file.withUnsafeBytes { (file: UnsafeRawBufferPointer) in
            guard var place = file.baseAddress else { return }
            let end = place + file.count
            while let start = memmem(place, end - place, prefix, prefix.count).map(UnsafeRawPointer.init),
                let stop = memchr(start, 0, end - start).map(UnsafeRawPointer.init)
            {
                let name = String(decoding: UnsafeRawBufferPointer(start: start, count: stop - start), as: UTF8.self)
                if name.hasSuffix(suffix) { names.insert(name) }
                place = stop
            }
        }
        return names.compactMap { name in
            guard let text = swift_demangle(name, name.utf8.count, nil, nil, 0) else { return nil }
            defer { free(text) }
            return String(cString: text)
        }
    }
}

/// A method, by its name and its types as the runtime writes them.
private struct Method: Hashable {
    /// The name with labels, such as `tableView(_:cellForRowAt:)`.
    let name: String
    /// The name with types, such as `tableView(_: TableView, cellForRowAt: IndexPath) -> TableViewCell`.
    let signature: String

    /// Reads a method such as `tableView(_: UI.TableView, cellForRowAt: Foundation.IndexPath) -> UI.TableViewCell`.
    init?(_ text: Substring) {
        // A private method is `(name in _1A2B)(…)`. It is meant to be called by its own class.
        guard let base = text.prefixMatch(of: #/\w+\(/#)?.output, let end = text.firstRange(of: ") ")?.lowerBound else {
            return nil
        }
        let labels = text[base.endIndex..<end].matches(of: #/(?:^|, )(\w+): /#).map { "\($0.output.1):" }
        name = "\(base)\(labels.joined()))"
        // Modules are left out, and so are the results that only tell whether a method is implemented.
        let types = text.replacing(/\b[A-Za-z_]\w*\.(?=\w)/, with: "")
            .replacing(/-> (\(\)|(Async)?(Commit|Move)Result)$/, with: "-> Void")
        signature = String(types).replacing(/Array<(\w+)>/) { "[\($0.output.1)]" }
            .replacing(/Optional<([\w\[\]]+)>/) { "\($0.output.1)?" }
    }

    private init(name: String, signature: String) { (self.name, self.signature) = (name, signature) }

    /// The method itself, and the methods that may take its place because they do not wait or do not throw.
    var accepted: [Method] {
        [signature, signature.replacing(" throws ->", with: " ->")].flatMap {
            [$0, $0.replacing(") async ", with: ") ")]
        }
        .map { Method(name: name, signature: $0) }
    }

    /// The method with a result that may be nil.
    var optional: Method { Method(name: name, signature: signature + "?") }

    /// The sentence about a method that is never called; nil if it resembles none of the methods that are.
    func problem(in type: AnyClass, among methods: Set<Method>) -> String? {
        let methods = methods.sorted { $0.signature < $1.signature }
        let problem = "\(type) implements"
        if let other = methods.first(where: { $0.name == name }) {
            return "\(problem) \(signature), which is never called; did you mean \(other.signature)?"
        }
        // Old versions of Swift had `IndexPath` at the end of a label.
        let plain = name.replacing("IndexPath:", with: ":").replacing("(:", with: "(_:")
        // The word that nearly all methods begin with says nothing.
        func end(_ name: String) -> String { name.hasPrefix("tableView(") ? String(name.dropFirst(9)) : name }
        let ends = methods.map { end($0.name) }
        let nearest = ends.contains(end(plain)) ? end(plain) : ends.nearest(to: end(plain))
        guard let meant = methods.first(where: { end($0.name) == nearest }) else { return nil }
        return "\(problem) \(name), which is never called; did you mean \(meant.name)?"
    }
}
