import Bytes
import CascadingTable

/// The templates of pages, compiled once.
///
/// The templates `cell-STYLE` lay out the cells of custom styles.
///
/// A class, because all pages share it.
package final class PageTemplates: Sendable {
    /// A template that every server has.
    package enum Name: String, Sendable, CaseIterable {
        /// The page of a table.
        case page
        /// The page for an error.
        case error
        /// The page that asks for confirmation.
        case confirm
        /// The page with a row's form.
        case edit
        /// The page with the values of a row that somebody else changed meanwhile.
        case conflict
        /// The page with changes of many rows before they are made.
        case plan
        /// The page around the content of a route.
        case content
        /// The page with forms, such as the one to sign in.
        case form
        /// The page with the columns of a table, or with what can be done with one of them.
        case columns
    }

    private let pages: [Name: Template<ValuePath>]
    /// The index of the step for the table in the template of the page.
    private let tableStep: Int
    /// The layouts of custom cell styles.
    let cells: [TableViewCell.Style: CellTemplate]

    /// The error for a missing template, or for a template without a required variable.
    package struct Missing: Error, CustomStringConvertible {
        /// The sentence that explains the error.
        package let description: String
    }

    /// Compiles the templates.
    ///
    /// - Parameter sources: The templates by name: those of ``Name``, `cell-STYLE`, and partials, whose names begin with
    ///   `_`.
    /// - Throws: ``Missing``, or ``TemplateError`` for an invalid template.
    package init(_ sources: [String: String]) throws {
        guard Name.allCases.allSatisfy({ sources[$0.rawValue] != nil }) else {
            let names = Name.allCases.map { "\($0).mustache" }.joined(separator: ", ")
            throw Missing(description: "A template is missing. Required: \(names).")
        }
        var pages: [Name: Template<ValuePath>] = [:]
        for name in Name.allCases { pages[name] = try Template(name.rawValue, in: sources) }
        guard let step = pages[.page]?.steps.firstIndex(of: .value(.table, isMarkup: true)) else {
            throw Missing(description: "page.mustache has no {{{table}}}. Add it where the table belongs.")
        }
        var cells: [TableViewCell.Style: CellTemplate] = [:]
        for name in sources.keys where name.hasPrefix(Self.cellPrefix) {
            let cell = try CellTemplate(name, in: sources)
            guard cell.hasLabel else {
                throw Missing(
                    description: "\(name).mustache has no {{{label}}}. Add it: it is the link or button of the row.")
            }
            cells[TableViewCell.Style(rawValue: String(name.dropFirst(Self.cellPrefix.count)))] = cell
        }
        (self.pages, tableStep, self.cells) = (pages, step, cells)
    }

    private static let cellPrefix = "cell-"

    /// Writes the page around a table that has been written.
    ///
    /// - Parameters:
    ///   - values: The values of the page.
    ///   - table: The writer of the table. Its output becomes the whole page.
    package func write(_ values: TemplateValues, around table: inout HTMLTableWriter) {
        guard let page = pages[.page] else { return }
        let tableCount = table.output.count
        page.write(0..<tableStep, values, to: &table.output)
        table.output.moveToFront(from: tableCount)
        page.write(tableStep + 1..<page.steps.count, values, to: &table.output)
    }

    /// Returns a page.
    ///
    /// - Parameters:
    ///   - name: The template.
    ///   - values: The values of the page.
    package func render(_ name: Name, _ values: TemplateValues) -> [UInt8] {
        var output = ByteWriter()
        if let page = pages[name] { page.write(0..<page.steps.count, values, to: &output) }
        return output.bytes
    }
}
