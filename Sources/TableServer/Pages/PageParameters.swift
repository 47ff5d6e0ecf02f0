import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

/// The query parameters of a page: size, place, language, filters and format.
struct PageParameters: Hashable {
    /// The parameters that decided which table answers.
    var own = Query()
    var size: Int
    /// The value of `_size`; nil if the request has none.
    var explicitSize: Int?
    var anchor = Anchor.first
    /// A Boolean value that indicates whether the page is in edit mode (`_edit`); nil if the request does not say.
    var isEditing: Bool?
    /// The language of `_lang`; nil if the request has none.
    var language: Language?
    /// The identifiers of expanded rows (`_expanded`).
    var expanded: [ExactString] = []
    /// The variant of the format, such as a `_shape` of JSON; nil if the request has none.
    var variant: String?
    /// The columns to show (`_col`) and those to leave out (`_nocol`).
    var columns = ColumnChoice()
    /// The columns whose numbers have colours (`_heat`), on pages.
    var heat: [ExactString] = []
    /// The columns whose values are counted beside the rows (`_facet`).
    var facets: [ExactString] = []
    /// The filters, order and search.
    var query = FilterParameters()
    /// A Boolean value that indicates whether the table updates from its source before the page is made (`_fresh=1`).
    var isFresh = false
    /// The path whose pages stay in the frame of the page (`_embed`); nil for a page that is not in a frame.
    var embed: String?
    /// The way to draw groups on the page, or `none`; nil for the one that suits them best (`_chart`).
    var chart: String?
    /// The filter form as it was sent. Its lines become filters.
    var form: Form?

    /// The lines of the filter form, each with three parts.
    struct Form: Hashable {
        var lines: [Line] = []
        /// The filters of groups, and the figures of groups with their columns.
        var having: [Line] = []
        var figures: [Line] = []
        /// Whether the values of the second column are columns.
        var isAcross = false
        /// Whether a row needs to match only one of the filters; nil if each line says that, or the form does not.
        var matchesAny: Bool?

        /// A line, which can be an alternative to the line before.
        struct Line: Hashable {
            var isAlternative = false
            var column, test, value: String?
        }

        /// Sets a part of the last line. A part that this line already has begins another line.
        mutating func add(
            _ part: WritableKeyPath<Line, String?>, _ value: String, to list: WritableKeyPath<Form, [Line]> = \.lines
        ) {
            if self[keyPath: list].last.map({ $0[keyPath: part] != nil }) ?? true { self[keyPath: list].append(Line()) }
            self[keyPath: list][self[keyPath: list].count - 1][keyPath: part] = value
        }
    }

    /// A Boolean value that indicates whether the request has no end: no size and no previous page.
    var isOpenEnded: Bool {
        if case .before = anchor { false } else { explicitSize == nil }
    }

    typealias Anchor = TablePageRequest.Position

    /// Reads the query.
    ///
    /// - Parameters:
    ///   - query: The query of the address.
    ///   - representation: The format of the address, which may have a parameter of its own.
    ///   - own: The parameters that decided which table answers. Default: none.
    ///   - limits: The limits of the page size.
    /// - Throws: ``ProblemDetails`` 400 for an unknown parameter, with the list of known ones, or for an invalid value.
    init(
        _ query: Query, for representation: PageRequest.Representation = .html, own: Query = Query(),
        limits: TableServer.Configuration
    ) throws {
        size = limits.pageSize
        self.own = own
        for item in query {
            switch item.name {
            case _ where own[item.name] != nil: continue
            case "_size":
                guard let size = Self.size(item.value, limits: limits) else {
                    throw ProblemDetails(
                        .badRequest, "_size must be a whole number from 1 to \(limits.maxPageSize), or max.",
                        errors: ["_size=\(item.value)"])
                }
                self.size = size
                explicitSize = size
            case "_next", "_prev", "_section", "_row":
                let place = try Anchor(item)
                guard anchor == .first else {
                    throw ProblemDetails(.badRequest, "Use only one of _next, _prev, _section and _row.")
                }
                anchor = place
            case "_col", "_nocol":
                columns.add(item.value, isShown: item.name == "_col")
                self.query.addColumn(item.value)
            case "_facet":
                facets.append(ExactString(item.value))
                self.query.addColumn(item.value)
            case "_heat" where representation == .html:
                guard heat.count < Self.maxColouredColumns else {
                    throw ProblemDetails(
                        .badRequest, "At most \(Self.maxColouredColumns) columns can be coloured.", errors: ["_heat"])
                }
                heat.append(ExactString(item.value))
                self.query.addColumn(item.value)
            case "_edit": isEditing = try item.flag()
            case "_lang":
                guard let language = Language.tagged(item.value) else {
                    let known = Language.all.map(\.tag).joined(separator: ", ")
                    throw ProblemDetails(
                        .badRequest, "Unknown language \"\(item.value)\". Use one of: \(known).",
                        errors: ["_lang=\(item.value)"])
                }
                self.language = language
            case "_embed":
                guard Self.isPath(item.value) else {
                    throw ProblemDetails(
                        .badRequest, "_embed must be the path of a table, such as /stocks/.",
                        errors: ["_embed=\(item.value)"])
                }
                embed = item.value
            case "_fresh": isFresh = try item.flag()
            case "_expanded":
                guard expanded.count < TableRequest.maxExpandedRows else {
                    throw ProblemDetails(
                        .badRequest, "At most \(TableRequest.maxExpandedRows) rows can be expanded at a time.")
                }
                expanded.append(ExactString(item.value))
            case representation.format?.parameter?.name:
                let known = representation.format?.parameter?.values ?? []
                guard known.contains(where: item.value.isExactly) else {
                    throw ProblemDetails(
                        .badRequest,
                        "\(item.name) cannot be \"\(item.value)\". Use one of: \(known.joined(separator: ", ")).",
                        errors: ["\(item.name)=\(item.value)"])
                }
                variant = item.value
            case "_chart" where representation == .html:
                guard item.value == "none" || Chart.Kind(rawValue: item.value) != nil else {
                    let known = (Chart.Kind.allCases.map(\.rawValue) + ["none"]).joined(separator: ", ")
                    throw ProblemDetails(
                        .badRequest, "\(item.name) cannot be \"\(item.value)\". Use one of: \(known).",
                        errors: ["\(item.name)=\(item.value)"])
                }
                chart = item.value
            case "_having_column": form[default: Form()].add(\.column, item.value, to: \.having)
            case "_having_op": form[default: Form()].add(\.test, item.value, to: \.having)
            case "_having_value": form[default: Form()].add(\.value, item.value, to: \.having)
            case "_figure":
                typealias Function = TableQuery.Grouping.Aggregate.Function
                guard item.value.isEmpty || Function(rawValue: item.value) != nil else {
                    let known = Function.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ProblemDetails(
                        .badRequest, "\(item.name) cannot be \"\(item.value)\". Use one of: \(known).",
                        errors: ["_figure=\(item.value)"])
                }
                form[default: Form()].add(\.test, item.value, to: \.figures)
            case "_figure_of": form[default: Form()].add(\.column, item.value, to: \.figures)
            case "_figures_across": form[default: Form()].isAcross = try item.flag()
            case "_filter_column": form[default: Form()].add(\.column, item.value)
            case "_filter_op": form[default: Form()].add(\.test, item.value)
            case "_filter_value": form[default: Form()].add(\.value, item.value)
            case "_filter_or" where item.value == "lines": break
            case "_filter_or": form[default: Form()].matchesAny = try item.flag()
            case "_filter_joint": form[default: Form()].lines.append(.init(isAlternative: try item.flag()))
            case _ where try self.query.take(item): break
            default:
                throw ProblemDetails(
                    .badRequest, .unknownParameter(item.name, among: Self.names(for: representation)),
                    errors: [item.name])
            }
        }
        self.query.settle()
        try self.query.findLists(in: limits.lists)
        guard representation.format?.isWhole != true || self.query.groups.figures.isEmpty else {
            throw ProblemDetails(
                .badRequest, "Sums, means and ranges need _group. Statistics cannot be grouped.")
        }
        // A file cannot say that only the first rows are grouped.
        if representation.format?.isWhole == true, self.query.groups.areOther(than: GroupParameters()) {
            self.query.groups.isComplete = true
        }
    }

    /// The limit of columns whose numbers have colours.
    private static let maxColouredColumns = 8

    /// Reads the value of `_fresh`; false if the request has none.
    ///
    /// - Throws: ``ProblemDetails`` 400 for an invalid value.
    static func isFresh(_ value: String?) throws -> Bool {
        try value.map { try Query.Item(name: "_fresh", value: $0).flag() } ?? false
    }

    /// Returns the names of the parameters of every table, as a list for error messages.
    static func names(for representation: PageRequest.Representation) -> [String] {
        parameters(for: representation).map(\.name)
    }

    /// Returns the parameters of every table, besides filters.
    ///
    /// - Parameters:
    ///   - representation: The format of the address.
    ///   - maxSize: The limit of the page size.
    static func parameters(
        for representation: PageRequest.Representation, maxSize: Int = 1000
    ) -> [QueryParameter] {
        let size: JSON = #"{"anyOf":[{"type":"integer","minimum":1,"maximum":\#(maxSize)},{"const":"max"}]}"#
        let variant = representation.format?.parameter.map {
            QueryParameter($0.name, .choice($0.values), "The variant of the format.")
        }
        let looks =
            representation == .html
            ? [
                QueryParameter("_chart", .choice(Chart.Kind.allCases.map(\.rawValue) + ["none"]), "Draws groups so."),
                QueryParameter(column: "_heat", "Colours the numbers of this column.", isOfGroups: true),
            ] : []
        return [
            QueryParameter("_size", size, "The number of rows on a page."),
            QueryParameter("_next", .text, "The page after this one, as `next` or `next_url` has it."),
            QueryParameter("_prev", .text, "The page before this one, as `previous` or `previous_url` has it."),
            QueryParameter("_section", .index, "The page that begins with this section."),
            QueryParameter("_row", .text, "The page that contains the row with this identifier."),
            QueryParameter(column: "_sort", "Sorts by this column, ascending.", isOfGroups: true, needs: .sorting),
            QueryParameter(
                column: "_sort_desc", "Sorts by this column, descending.", isOfGroups: true, needs: .sorting),
            QueryParameter("_search", .text, "Rows that contain every word.", needs: .searching),
            QueryParameter(
                "_or", .text, "A filter that is an alternative to the one before it, such as `price__gt=10`.",
                isRepeated: true, needs: .filtering),
            QueryParameter(column: "_col", "Shows this column."),
            QueryParameter(column: "_nocol", "Leaves this column out."),
            QueryParameter("_labels", .flag, "Shows the names of referenced rows.", needs: .labels),
            QueryParameter("_expanded", .text, "Shows the panel below the row with this identifier.", isRepeated: true),
            QueryParameter("_edit", .flag, "Shows the controls that edit rows."),
            QueryParameter("_embed", .path, "The path of the frame that the page is in."),
            QueryParameter("_fresh", .flag, "Reads all changes before answering."),
            QueryParameter("_lang", .choice(Language.all.map(\.tag)), "The language of the page."),
        ] + GroupParameters.parameters
            + [QueryParameter(column: "_facet", "Counts the values of this column.", needs: .filtering)]
            + looks + [variant].compactMap(\.self)
    }

    /// Returns whether a text is an absolute path that begins and ends with a slash.
    private static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && text.hasSuffix("/") && SafeURL.isAllowed(text)
            && !text.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    }

    private static func size(_ text: String, limits: TableServer.Configuration) -> Int? {
        if text == "max" { return limits.maxPageSize }
        guard text.utf8.count <= 6, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let size = Int(text) else {
            return nil
        }
        return (1...limits.maxPageSize).contains(size) ? size : nil
    }
}

extension TablePageRequest.Position {
    /// The size in bytes of the texts that come from clients.
    var textCount: Int {
        if case .row(let name) = self { name.wrappedValue.utf8.count } else { neighbour?.identifier.utf8.count ?? 0 }
    }

    /// Reads `_next`, `_prev`, `_section` or `_row`.
    ///
    /// - Throws: ``ProblemDetails`` 400 for an invalid value.
    fileprivate init(_ item: Query.Item) throws {
        switch item.name {
        case "_section":
            guard let section = Int(index: item.value) else {
                throw ProblemDetails(.badRequest, "_section must be the number of a section, from 0.")
            }
            self = .section(section)
        case "_row": self = .row(ExactString(item.value))
        default:
            guard let row = RowReference(token: item.value) else {
                throw ProblemDetails(
                    .badRequest,
                    "\(item.name) is invalid. Follow next_url of an earlier response, or leave the parameter out.")
            }
            self = item.name == "_next" ? .after(row) : .before(row)
        }
    }
}

extension Query.Item {
    /// Reads a parameter that is 0 or 1.
    ///
    /// - Throws: ``ProblemDetails`` 400 for another value.
    func flag() throws -> Bool {
        guard ["0", "1"].contains(value) else { throw ProblemDetails(.badRequest, "\(name) must be 0 or 1.") }
        return value == "1"
    }
}

extension Optional {
    /// The value, which is made when it is first changed.
    fileprivate subscript(default value: @autoclosure () -> Wrapped) -> Wrapped {
        get { self ?? value() }
        set { self = newValue }
    }
}
