/// A compiled template: a list of steps.
///
/// Templates are compiled from Mustache once: values, sections, partials and comments. Writing a row then costs about as
/// much as with a layout in Swift.
struct Template<Name: TemplateName>: Sendable {
    /// The steps, in order.
    private(set) var steps: [Step] = []

    /// A step of a template.
    enum Step: Sendable, Equatable {
        /// Writes literal bytes of the template.
        case bytes([UInt8])
        /// Writes the value of a name, escaped unless it is markup.
        case value(Name, isMarkup: Bool)
        /// Jumps to a step if the value is empty; if inverted, if it is not empty.
        case section(Name, isInverted: Bool, end: Int)
    }

    /// Compiles a template.
    ///
    /// - Parameters:
    ///   - name: The name of the template.
    ///   - sources: All templates by name, for partials.
    /// - Throws: ``TemplateError``.
    init(_ name: String, in sources: [String: String]) throws {
        let source = Array((sources[name] ?? "").utf8)
        try read(Part(sources: sources, names: [name], source: source, outer: []))
    }

    /// A template, or a partial in the place of its tag.
    private struct Part {
        /// All templates by name.
        let sources: [String: String]
        /// The name of the template, after the names of the templates that include it.
        let names: [String]
        let source: [UInt8]
        /// The sections that enclose an included template.
        let outer: [Name]
        /// The open sections, the innermost last.
        var sections: [Section] = []

        /// The open sections whose names are visible. Inverted sections are not.
        var shown: [Name] { outer + sections.filter { !$0.isInverted }.map(\.name) }

        func error(_ reason: String, at place: Int) -> TemplateError {
            TemplateError(
                file: "\(names.last ?? "").mustache", line: source[..<place].count { $0 == 0x0A } + 1, reason: reason)
        }
    }

    private struct Section {
        var tag: TemplateTag
        var name: Name
        var isInverted: Bool
        /// The index of the step that skips the section.
        var step: Int
        /// The tag as it is written, without spaces.
        var text: String { "{{\(isInverted ? "^" : "#")\(tag.name)}}" }
    }

    private mutating func read(_ part: Part) throws {
        var part = part
        let source = part.source
        var place = 0
        while let start = source.firstPlace(of: "{{", from: place) {
            do {
                let tag = try TemplateTag(in: source, at: start)
                // A tag alone on its line leaves no empty line (standalone tags in the specification).
                let range = tag.takesLine ? source.line(ofNothingBut: tag.range) ?? tag.range : tag.range
                copy(source[place..<range.lowerBound])
                place = range.upperBound
                try add(tag, indentation: source[range.lowerBound..<start], to: &part)
            } catch let fault as TemplateTag.Fault {
                throw part.error(fault.reason, at: start)
            }
        }
        copy(source[place...])
        if let open = part.sections.last {
            throw part.error(
                "\(open.text) is never closed: {{/\(open.tag.name)}} is missing.", at: open.tag.range.lowerBound)
        }
    }

    private mutating func copy(_ bytes: ArraySlice<UInt8>) {
        if !bytes.isEmpty { steps.append(.bytes(Array(bytes))) }
    }

    private mutating func add(_ tag: TemplateTag, indentation: ArraySlice<UInt8>, to part: inout Part) throws {
        switch tag.kind {
        case .comment: return
        case .value(let isMarkup): steps.append(.value(try Name(tag, in: part.shown), isMarkup: isMarkup))
        case .section(let isInverted):
            let name = try Name(tag, in: part.shown)
            part.sections.append(Section(tag: tag, name: name, isInverted: isInverted, step: steps.count))
            steps.append(.section(name, isInverted: isInverted, end: steps.count))
        case .end:
            guard let section = part.sections.popLast() else {
                throw TemplateTag.Fault(reason: "{{/\(tag.name)}} does not match: no section is open.")
            }
            guard section.tag.name == tag.name else {
                throw TemplateTag.Fault(
                    reason: "{{/\(tag.name)}} does not match: the open section is \(section.text).")
            }
            steps[section.step] = .section(section.name, isInverted: section.isInverted, end: steps.count)
        case .partial: try takeIn(tag.name, indentation: indentation, into: part)
        }
    }

    /// Compiles another template in place of its tag. Each line gets the indentation of the tag.
    private mutating func takeIn(_ name: String, indentation: ArraySlice<UInt8>, into part: Part) throws {
        guard let source = part.sources[name] else {
            throw TemplateTag.Fault(reason: "\(name).mustache does not exist.")
        }
        guard !part.names.contains(name) else {
            throw TemplateTag.Fault(reason: "\(name).mustache includes itself.")
        }
        var lines: [UInt8] = []
        for byte in source.utf8 {
            if lines.last ?? 0x0A == 0x0A { lines += indentation }
            lines.append(byte)
        }
        try read(Part(sources: part.sources, names: part.names + [name], source: lines, outer: part.shown))
    }
}

/// A name in a template, resolved when the template is compiled.
protocol TemplateName: Sendable, Equatable {
    /// Resolves the name of a tag.
    ///
    /// - Parameters:
    ///   - tag: A value or the begin of a section.
    ///   - sections: The names of the enclosing sections, the innermost last.
    /// - Throws: `TemplateTag.Fault` for a name that the template cannot have there.
    init(_ tag: TemplateTag, in sections: [Self]) throws
}

/// The error for an invalid template.
package struct TemplateError: Error, Equatable, CustomStringConvertible {
    /// The name of the file, such as `cell-card.mustache`.
    package var file: String
    /// The line of the error, from 1.
    package var line: Int
    /// The sentence that explains the error to the author of the template, with the allowed names.
    package var reason: String

    /// The file, the line and the reason.
    package var description: String { "\(file), line \(line): \(reason)" }
}
