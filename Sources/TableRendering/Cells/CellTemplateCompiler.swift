/// Compiles the subset of Mustache for cells: values, sections, partials and comments.
///
/// The variables of a cell are known in advance, so unknown variables and other tags are errors.
struct CellTemplateCompiler {
    /// All templates by name, for partials.
    private let sources: [String: String]
    /// The name of the template, after the names of the templates that include it.
    private let names: [String]
    private let source: [UInt8]
    /// The sections that enclose an included template.
    private let outer: [TemplateVariable]
    private var steps: [CellTemplate.Step]
    /// The open sections, the innermost last.
    private var sections: [Section] = []

    private struct Section {
        var tag: CellTemplateTag
        var name: TemplateVariable
        var isInverted: Bool
        /// The index of the step that skips the section.
        var step: Int
        /// The tag as it is written, without spaces.
        var text: String { "{{\(isInverted ? "^" : "#")\(tag.name)}}" }
    }

    /// Compiles a template.
    ///
    /// - Throws: ``CellTemplateError``.
    static func compile(_ name: String, in sources: [String: String]) throws -> CellTemplate {
        var compiler = CellTemplateCompiler(
            sources: sources, names: [name], source: Array((sources[name] ?? "").utf8), outer: [], steps: [])
        try compiler.read()
        return CellTemplate(steps: compiler.steps)
    }

    private init(
        sources: [String: String], names: [String], source: [UInt8], outer: [TemplateVariable],
        steps: [CellTemplate.Step]
    ) {
        self.sources = sources
        self.names = names
        self.source = source
        self.outer = outer
        self.steps = steps
    }

    private mutating func read() throws {
        var place = 0
        while let start = source.firstPlace(of: "{{", from: place) {
            do {
                let tag = try CellTemplateTag(in: source, at: start)
                // A tag alone on its line leaves no empty line (standalone tags in the specification).
                let range = tag.takesLine ? source.line(ofNothingBut: tag.range) ?? tag.range : tag.range
                copy(place..<range.lowerBound)
                place = range.upperBound
                try add(tag, indentation: source[range.lowerBound..<start])
            } catch let fault as CellTemplateTag.Fault {
                throw error(fault.reason, at: start)
            }
        }
        copy(place..<source.count)
        if let open = sections.last {
            throw error(
                "\(open.text) is never closed: {{/\(open.tag.name)}} is missing.", at: open.tag.range.lowerBound)
        }
    }

    private mutating func copy(_ range: Range<Int>) {
        if !range.isEmpty { steps.append(.bytes(Array(source[range]))) }
    }

    private mutating func add(_ tag: CellTemplateTag, indentation: ArraySlice<UInt8>) throws {
        switch tag.kind {
        case .comment: return
        case .value(let isMarkup):
            let name = try name(of: tag)
            guard name.isText else {
                throw CellTemplateTag.Fault(reason: "{{\(tag.name)}} is not a text. \(TemplateVariable.known)")
            }
            guard isMarkup || name != .label && name != .tools else {
                let text = name == .label ? "label" : "tools"
                throw CellTemplateTag.Fault(
                    reason: "{{\(text)}} must have three braces, because it is markup: {{{\(text)}}}.")
            }
            steps.append(.value(name, isMarkup: isMarkup))
        case .section(let isInverted):
            let name = try name(of: tag)
            sections.append(Section(tag: tag, name: name, isInverted: isInverted, step: steps.count))
            steps.append(.section(name, isInverted: isInverted, end: steps.count))
        case .end:
            guard let section = sections.popLast() else {
                throw CellTemplateTag.Fault(reason: "{{/\(tag.name)}} does not match: no section is open.")
            }
            guard section.tag.name == tag.name else {
                throw CellTemplateTag.Fault(
                    reason: "{{/\(tag.name)}} does not match: the open section is \(section.text).")
            }
            steps[section.step] = .section(section.name, isInverted: section.isInverted, end: steps.count)
        case .partial: try takeIn(tag.name, indentation: indentation)
        }
    }

    /// The open sections whose names are visible. Inverted sections are not.
    private var shown: [TemplateVariable] { outer + sections.filter { !$0.isInverted }.map(\.name) }

    private func name(of tag: CellTemplateTag) throws -> TemplateVariable {
        guard let name = TemplateVariable(tag.name, in: shown) else {
            throw CellTemplateTag.Fault(reason: "Unknown name {{\(tag.name)}}. \(TemplateVariable.known)")
        }
        return name
    }

    /// Compiles another template in place of its tag. Each line gets the indentation of the tag.
    private mutating func takeIn(_ name: String, indentation: ArraySlice<UInt8>) throws {
        guard let source = sources[name] else {
            throw CellTemplateTag.Fault(reason: "\(name).mustache does not exist.")
        }
        guard !names.contains(name) else { throw CellTemplateTag.Fault(reason: "\(name).mustache includes itself.") }
        var lines: [UInt8] = []
        for byte in source.utf8 {
            if lines.last ?? 0x0A == 0x0A { lines += indentation }
            lines.append(byte)
        }
        var compiler = CellTemplateCompiler(
            sources: sources, names: names + [name], source: lines, outer: shown, steps: steps)
        try compiler.read()
        steps = compiler.steps
    }

    private func error(_ reason: String, at place: Int) -> CellTemplateError {
        CellTemplateError(
            file: "\(names.last ?? "").mustache", line: source[..<place].count { $0 == 0x0A } + 1, reason: reason)
    }
}
