import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import LocalizedMessages
import TableDatabase
import TableRendering

/// The views of a table that visitors keep under names: the address `views/NAME` leads to the rows.
extension TableHandler {
    /// Shows the views of a table, and the form that saves the one of `_query`.
    func views(of call: MountedRequest) async throws -> Response {
        let (views, query) = (try viewStore(of: call), call.request.query["_query"])
        if query != nil, configuration.editing?.isMissing(in: call.request) == true {
            return EditingAccess.page(returningTo: call.request.target)
        }
        return .page(try await page(views, of: call, saving: query, saved: call.request.query["saved"]))
    }

    /// Leads to the rows of a view. A page tells which of its columns are gone, with a link to the rest.
    func openView(of call: MountedRequest) async throws -> Response {
        let views = try viewStore(of: call)
        let name = Self.name(in: call)
        guard let view = try await views.store.view(name, of: views.table) else {
            // The list of another server may not know yet that the default view was removed.
            if name == NamedView.defaultName { return .redirect(to: call.base) }
            throw ProblemDetails(.notFound, "There is no such view.")
        }
        var (items, gone) = try TableActor.run { try usable(view, in: call.table.tableView) }
        var page = try PageParameters(Query(items), own: call.ownQuery, limits: configuration)
        if let lists = configuration.lists { try await page.query.keepLists(in: lists) }
        items = page.items
        let address = items.isEmpty ? call.base : "\(call.base)?\(items.encoded)"
        guard !gone.isEmpty else {
            return Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
        }
        let text: LocalizedMessage = "These parts of the view no longer fit the table: \(gone.joined(separator: ", "))."
        let form = FormPage.Form(view.title, [text], links: [("Open the rest", address)])
        return .page(FormPage("Saved views", breadcrumbs: breadcrumbs(of: call), [form]))
    }

    /// Saves the view of a form under a name, or as the default view of its table.
    func saveView(of call: MountedRequest) async throws -> Response {
        let form = try call.request.form()
        let (store, table) = try writableStore(of: call)
        let name = (form["title"] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let query = form["query"] ?? ""
        let isDefault = form["default"] != nil
        func refuse(_ error: LocalizedMessage, _ status: HTTPResponse.Status, seen: NamedView? = nil) async throws
            -> Response
        {
            let page = try await self.page(
                (store, table), of: call, saving: query, as: name, insteadOf: isDefault ? nil : seen, error: error)
            return .page(page, status: status)
        }
        guard isDefault || !name.isEmpty, name.count <= NamedView.maxNameLength else {
            return try await refuse(
                "Write a name of at most \(NamedView.maxNameLength) characters.", .unprocessableContent)
        }
        func refuseToReplace(_ other: NamedView?) async throws -> Response {
            try await refuse("There is a view of this name. Save again to replace it.", .conflict, seen: other)
        }
        let page = try PageParameters(Query(query), own: call.ownQuery, limits: configuration)
        let view = NamedView(
            isDefault ? NamedView.defaultName : name, of: table, query: page.keptItems.encoded,
            by: call.request.visitor.userID)
        guard page.items.encoded.utf8.count <= Self.maxAddressBytes,
            view.query.utf8.count <= NamedView.maxQueryBytes
        else { throw ProblemDetails.addressTooLong }
        let other = try await store.view(view.name, of: table)
        guard other?.digest == form["seen"] else { return try await refuseToReplace(other) }
        guard try await store.save(view, insteadOf: other) else {
            return try await refuseToReplace(store.view(view.name, of: table))
        }
        TableActor.run { edits.add(call.table.tableView.original) }
        return .redirect(to: "\(call.base)views?\([Query.Item(name: "saved", value: view.name)].encoded)")
    }

    /// Removes a view that is as its form showed it.
    func removeView(of call: MountedRequest) async throws -> Response {
        let (store, table) = try writableStore(of: call)
        guard let view = try await store.view(Self.name(in: call), of: table),
            view.digest == (try call.request.form()["seen"])
        else {
            let error: LocalizedMessage = "Somebody changed the view since. Nothing was removed."
            return .page(try await page((store, table), of: call, saving: nil, error: error), status: .conflict)
        }
        try await store.remove(view)
        TableActor.run { edits.add(call.table.tableView.original) }
        return .redirect(to: "\(call.base)views")
    }

    /// The limit in bytes of the address of a view, so that every browser and proxy takes it.
    private static let maxAddressBytes = 8_000

    // MARK: - Stores

    private typealias Store = (store: any ViewStore, table: String)

    private func viewStore(of call: MountedRequest) throws -> Store {
        let views = TableActor.run { call.table.tableView.original.hosting.views }
        guard let views else { throw ProblemDetails(.notFound, "This table has no views.") }
        return (views.store, views.table)
    }

    /// - Throws: ``ProblemDetails`` 401 or 403 for someone who may not change the database.
    private func writableStore(of call: MountedRequest) throws -> Store {
        guard let access = configuration.editing else {
            throw ProblemDetails(.forbidden, "The rows of this table may only be read.")
        }
        try access.check(call.request)
        return try viewStore(of: call)
    }

    private static func name(in call: MountedRequest) -> String {
        call.parameters["name"].flatMap(NamedView.name(inPath:)) ?? ""
    }

    /// Returns the items of a view that its table still understands, and the others in words.
    @TableActor
    private func usable(_ view: NamedView, in tableView: TableView) throws -> (items: [Query.Item], gone: [String]) {
        let all = Array(try Query(view.query))
        func fits(_ items: [Query.Item]) throws -> Bool {
            do {
                let page = try PageParameters(Query(items), limits: configuration)
                let query = try page.query.query(of: tableView)
                if let query { try tableView.check(query) }
                // Groups have columns of their own.
                let columns = query?.grouping == nil ? page.columns.shown + page.columns.hidden + page.heat : []
                return (columns + page.facets).map(\.wrappedValue).allSatisfy { name in
                    TableQuery.canBeRelated(name) || tableView.queryColumns.contains { $0.name.isExactly(name) }
                }
            } catch let error as TableLoadNeeded { throw error } catch { return false }
        }
        if try fits(all) { return (all, []) }
        var groups = GroupParameters()
        let grouping = try all.filter { try groups.take($0) }
        // The order of groups names their figures.
        let ofGroups = grouping + (grouping.isEmpty ? [] : all.filter { ["_sort", "_sort_desc"].contains($0.name) })
        let bad = try all.filter { try !ofGroups.contains($0) && !fits([$0]) }
        var rest = all.filter { !bad.contains($0) }
        if try !fits(rest) { rest.removeAll(where: ofGroups.contains) }
        if try !fits(rest) { rest = [] }
        return (rest, all.filter { !rest.contains($0) }.map { "\($0.name)=\($0.value)" })
    }

    // MARK: - Pages

    private func breadcrumbs(of call: MountedRequest) -> [(title: LocalizedMessage, url: String)] {
        [(.init(verbatim: TableActor.run { call.table.tableView.original.title }), call.base)]
    }

    private func page(
        _ views: Store, of call: MountedRequest, saving query: String?, as name: String = "",
        insteadOf seen: NamedView? = nil, saved: String? = nil, error: LocalizedMessage? = nil
    ) async throws -> FormPage {
        let maySave = (try? configuration.editing?.check(call.request)) != nil
        let all = try await views.store.views().filter { $0.table.isExactly(views.table) }
        var forms: [FormPage.Form] = []
        if let query, maySave {
            let hidden = [(name: "query", value: query)] + (seen.map { [("seen", $0.digest)] } ?? [])
            forms.append(
                .init(
                    nil, [.init(verbatim: Self.title(ofQuery: query))], action: "\(call.base)views", hidden: hidden,
                    fields: [.init("Name", "title", value: name, maxLength: NamedView.maxNameLength)],
                    button: "Save view"))
            let old = try await views.store.view(NamedView.defaultName, of: views.table)
            forms.append(
                .init(
                    nil,
                    ["With it as the default view, the start page opens the table like this for everybody."]
                        + (old == nil ? [] : ["The present default view is replaced."]),
                    action: "\(call.base)views",
                    hidden: [("query", query), ("default", "1")] + (old.map { [("seen", $0.digest)] } ?? []),
                    button: "Make this the default view"))
        }
        if all.isEmpty, forms.isEmpty { forms.append(.init(nil, ["There are no views yet."])) }
        for view in all {
            let address = call.base + view.path
            let author: [LocalizedMessage] = view.author.map { ["Saved by \($0)."] } ?? []
            var form = FormPage.Form(
                view.title, [.init(verbatim: Self.title(ofQuery: view.query))] + author,
                links: [("Open", address)])
            // One after the other, because a query with a list can be long.
            if maySave, let whole = try await views.store.view(view.name, of: view.table) {
                (form.action, form.hidden) = ("\(address)/remove", [("seen", whole.digest)])
                (form.button, form.isDestructive) = ("Remove", true)
            }
            guard let saved, view.name.isExactly(saved) else {
                forms.append(form)
                continue
            }
            form.texts.insert("The view is saved. This is its address.", at: 0)
            form.copied = "\(call.request.isSecure ? "https" : "http")://\(call.request.authority ?? "")\(address)"
            forms.insert(form, at: 0)
        }
        return FormPage("Saved views", breadcrumbs: breadcrumbs(of: call), error: error, forms)
    }

    private static func title(ofQuery query: String) -> String {
        // The end of a shortened query can be half of a character.
        let items = (try? Query(query)) ?? (try? Query(String(query.prefix { $0 != "%" }))) ?? Query()
        return String(items.map { "\($0.name)=\($0.value)" }.joined(separator: ", ").prefix(200))
    }
}

extension NamedView {
    /// The title of the default view of a table.
    fileprivate static let defaultTitle: LocalizedMessage = "Default view"

    fileprivate var title: LocalizedMessage { name == Self.defaultName ? Self.defaultTitle : .init(verbatim: name) }

    /// The digest of the query, by which a form says which view its visitor saw.
    fileprivate var digest: String { ContentHash(of: Array(query.utf8)).text }
}

extension PageParameters {
    /// The parameters that a view keeps: the rows, columns, facets and colours, and the chart. Lists are written out.
    fileprivate var keptItems: [Query.Item] {
        var page = self
        (page.anchor, page.explicitSize, page.isEditing, page.embed) = (.first, nil, nil, nil)
        (page.expanded, page.language, page.own) = ([], nil, Query())
        for index in page.query.filters.indices {
            guard let kept = page.query.keptValues[ExactString(page.query.filters[index].value)] else { continue }
            page.query.filters[index].value = ValueList(kept.values).text
        }
        return page.items
    }
}
