import Bytes
import CascadingTable

/// The controls of a row besides selection. Each is a button of the page's form.
extension HTMLTableWriter {
    /// Writes the end of a button's tag: the address to post to, and the identifier of the row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - route: The first segment of the path.
    ///   - rest: The segment after the row's place; empty for none.
    ///   - asks: Whether a confirmation page comes first.
    mutating func form(of row: TableRow, _ route: String, rest: String = "", asks: Bool = false) {
        let rest: Markup? = rest.isEmpty ? nil : "/\(url: rest)"
        output.markup(#" form="touch" formaction="\#(raw: links.htmlBase)\#(raw: route)/\#(row.place)\#(rest)"#)
        if asks { output.raw("\" formmethod=\"get") }
        output.markup(#"" name="id" value="\#(row.identifier)">"#)
    }

    /// Writes the controls before the row's title in edit mode.
    mutating func editingControl(of row: TableRow) {
        guard let editing = row.editing else { return }
        checkbox(of: row)
        switch editing.style {
        case .none: if editing.shouldIndent { output.raw("<span class=\"edit\"></span>") }
        case .delete:
            if let title = editing.deleteTitle {
                let name = row.cell.name(ofRow: row.identifier)
                output.markup(#"<button class="edit delete" aria-label="\#(title) \#(name)""#)
            } else {
                button("edit delete", .deleteRow, of: row)
            }
            form(of: row, "commit", rest: "delete", asks: true)
            output.raw("</button>")
        case .insert:
            button("edit insert", .insertRow, of: row)
            form(of: row, "commit", rest: "insert")
            output.raw("</button>")
        }
    }

    /// Writes the controls after the row's last value.
    ///
    /// - Parameter isWide: Whether the cell spans the table. In the cell of a column, the first control is the outermost.
    mutating func tools(of row: TableRow, isWide: Bool = false) {
        guard row.hasTools else { return }
        guard row.editing != nil else {
            expander(of: row)
            menu(of: row)
            return accessory(of: row)
        }
        // Few rows have an accessory, so it is the innermost. The other controls then stand below each other.
        if isWide { accessory(of: row) }
        fieldsLink(of: row)
        moves(of: row)
        if !isWide { accessory(of: row) }
    }

    private mutating func accessory(of row: TableRow) {
        switch row.cell.accessory {
        case .none: break
        case .disclosure: output.raw(Self.disclosure)
        case .checkmark:
            output.markup(
                #"""
                <span class="checkmark"><span class="hidden"\#(raw: wordLanguage)>\#(raw: words[.checked])</span></span>
                """#)
        case .detail where !row.cell.isEnabled: break
        case .detail:
            button("tool detail", .moreAbout, of: row)
            form(of: row, "accessory")
            output.raw("i</button>")
        case .toggle(let isOn):
            let name = row.cell.name(ofRow: row.identifier)
            output.markup(
                #"<button class="tool toggle" role="switch" aria-checked="\#(raw: "\(isOn)")" aria-label="\#(name)""#)
            if !row.cell.isEnabled { output.raw(" disabled") }
            form(of: row, "accessory")
            output.raw("</button>")
        }
    }

    private mutating func expander(of row: TableRow) {
        guard row.expansion != nil else { return }
        guard !row.isExpandedByLabel else {
            return output.raw("<span class=\"tool expand\" aria-hidden=\"true\"></span>")
        }
        output.raw("<button class=\"tool expand\" aria-expanded=\"")
        output.raw(row.isExpanded ? "true\"" : "false\"")
        label(row.isExpanded ? .collapse : .expand, of: row)
        form(of: row, row.isExpanded ? "collapse" : "expand")
        output.raw("</button>")
    }

    /// Writes a disclosure menu that needs no script: the row's actions, the context menu, and copy, cut and paste.
    private mutating func menu(of row: TableRow) {
        guard row.hasPrimaryAction || row.hasFields || !row.actions.isEmpty || !row.menuActions.isEmpty else { return }
        output.raw("<details class=\"tool more\" name=\"menu\"><summary")
        label(.actionsFor, of: row)
        output.raw("></summary><div class=\"menu\">")
        if let menu = row.actions.menu, !menu.actions.isEmpty, let title = menu.title { span("sub", text: title) }
        if row.hasPrimaryAction {
            output.raw("<button")
            form(of: row, "primary")
            word { $0.output.phrase(.open, $0.words) }
            output.raw("</button>")
        }
        fieldsLink(of: row)
        for (edge, action, isPrimary) in row.actions.listed { item(action, edge: edge, isPrimary: isPrimary, of: row) }
        for action in row.menuActions {
            output.raw("<button")
            form(of: row, "menu", rest: action.rawValue)
            let title: Phrase =
                switch action {
                case .copy: .copy
                case .cut: .cut
                case .paste: .paste
                }
            word { $0.output.phrase(title, $0.words) }
            output.raw("</button>")
        }
        output.raw("</div></details>")
    }

    /// Writes the link to the form of the row's fields. The form returns to this page.
    private mutating func fieldsLink(of row: TableRow) {
        guard row.hasFields else { return }
        output.markup(
            #"""
            <a class="edit-fields" data-edit href="\#(raw: links.htmlBase)edit/\#(row.place)?id=\#(url: row.identifier)\#
            \#(links.returning(after: "&"))"
            """#)
        label(.editRow, of: row)
        output.byte(0x3E)
        word { $0.output.phrase(.edit, $0.words) }
        output.raw("</a>")
    }

    /// Writes a row action in the menu.
    ///
    /// - Parameter isPrimary: Whether a full swipe across the row performs the action.
    private mutating func item(_ action: TableViewRowAction, edge: String, isPrimary: Bool, of row: TableRow) {
        output.raw(isPrimary ? "<button data-primary" : "<button")
        output.markup(#" data-edge="\#(edge)""#)
        if action.style == .destructive { output.raw(" class=\"destructive\"") }
        form(of: row, "action", rest: action.id, asks: action.style.isConfirmed)
        image(action.image)
        isolated(action.title)
        output.raw("</button>")
    }

    private mutating func moves(of row: TableRow) {
        guard let moves = row.editing?.moves else { return }
        let name = row.cell.name(ofRow: row.identifier)
        move((moves.up, .moveUp), (moves.down, .moveDown), name, id: row.identifier) {
            "move?from=\(dotted: row.place)&amp;to=\(dotted: $0)"
        }
    }

    /// Writes the buttons of a section's header or footer.
    mutating func buttons(of actions: SectionActions) {
        output.raw("<span class=\"actions\">")
        for action in actions.actions {
            output.markup(
                #"<button form="touch" formaction="\#(raw: links.htmlBase)\#(raw: actions.path)\#(url: action.id)"#)
            if action.style.isConfirmed { output.raw("\" formmethod=\"get") }
            if action.style == .destructive { output.raw("\" class=\"destructive") }
            output.markup(#"" name="id" value="\#(actions.identifier)">"#)
            isolated(action.title)
            output.raw("</button>")
        }
        output.raw("</span>")
    }

    /// Writes the buttons that move a section by one place in edit mode.
    mutating func moves(of head: SectionHeader) {
        guard let moves = head.moves else { return }
        let name = head.header?.title ?? head.identifier
        move((moves.up, .moveSectionUp), (moves.down, .moveSectionDown), name, id: moves.identifier) {
            "move-section?from=\(head.index)&amp;to=\($0)"
        }
    }

    /// Writes the buttons that move a row or a section one step up or down, if it can go there.
    private mutating func move<Place>(
        _ up: (place: Place?, phrase: Phrase), _ down: (place: Place?, phrase: Phrase), _ name: String,
        id: String, _ route: (Place) -> Markup
    ) {
        output.raw("<span class=\"tool moves\">")
        for (side, step) in [("up", up), ("down", down)] {
            guard let place = step.place else { continue }
            output.markup(#"<button class="\#(raw: side)""#)
            label(step.phrase, name)
            output.markup(
                #"""
                 form="touch" formaction="\#(raw: links.htmlBase)\#(route(place))" name="id" value="\#(id)"></button>
                """#)
        }
        output.raw("</span>")
    }

    /// Writes the panels of an expanded row, as a row of their own.
    mutating func expansion(of row: TableRow) {
        guard row.isExpanded, let expansion = row.expansion else { return }
        output.raw("<tr class=\"expansion\"")
        role("row")
        output.raw("><td")
        role("cell")
        columnSpan()
        output.raw(">")
        for panel in expansion.panels { self.panel(panel) }
        output.raw("</td></tr>\n")
    }

    private mutating func panel(_ panel: TableViewRowExpansion.Panel) {
        output.raw("<div class=\"panel\">")
        image(panel.image)
        output.raw("<div>")
        if let title = panel.title { span("label", text: title) }
        if let text = panel.text {
            output.raw("<p>")
            self.text(text)
            output.raw("</p>")
        }
        fields(panel.fields)
        output.raw("</div></div>")
    }

    private mutating func button(_ name: String, _ phrase: Phrase, of row: TableRow) {
        output.markup(#"<button class="\#(raw: name)""#)
        label(phrase, of: row)
    }
}

extension HTMLTableWriter {
    /// Writes the label that screen readers read for a control without text.
    mutating func label(_ phrase: Phrase, of row: TableRow) {
        label(phrase, row.cell.name(ofRow: row.identifier))
    }

    mutating func label(_ phrase: Phrase, _ name: String) {
        output.raw(wordLanguage)
        output.raw(" aria-label=\"")
        output.phrase(phrase, words) { $0.html(name) }
        output.byte(0x22)
    }
}

extension TableRow {
    /// A Boolean value that indicates whether the row has controls or an accessory.
    var hasTools: Bool {
        tools != nil || cell.accessory != .none
    }

    /// A Boolean value that indicates whether the title expands the row, because the row has no link and cannot be
    /// selected.
    var isExpandedByLabel: Bool {
        expansion != nil && editing == nil && !isSelectable && cell.link == nil
    }
}

extension ByteWriter.OutputSpan {
    /// Writes a row's place in a query: `section.row`.
    @inline(__always)
    mutating func place(_ place: TableRow.Place) {
        integer(place.section)
        byte(0x2E)
        integer(place.row)
    }
}

extension Markup.StringInterpolation {
    /// Appends a row's place in a path: `section/row`.
    mutating func appendInterpolation(_ place: TableRow.Place) {
        appendInterpolation("\(place.section)/\(place.row)" as Markup)
    }

    /// Appends a row's place in a query: `section.row`.
    mutating func appendInterpolation(dotted place: TableRow.Place) {
        appendInterpolation("\(place.section).\(place.row)" as Markup)
    }
}
