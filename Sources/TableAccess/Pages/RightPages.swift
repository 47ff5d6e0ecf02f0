import CascadingTable
import HTTPMessages
import HTTPTypes
import LocalizedMessages
import TableRendering
import TableServer

/// The pages on which people share a part of a table, and read what they may see and change.
struct RightPages: Sendable {
    let accounts: Accounts

    func route(in router: inout Router) {
        router.get("/-/share") { request, _ in
            try await .page(form(of: view(request.query), request))
        }
        router.on(.post, "/-/share") { request, _ in
            let (visit, form) = (try await accounts.requireVisit(of: request), try request.form())
            let view = try view(form)
            do {
                let secret = try await accounts.shareView(
                    view, of: visit.account.name, days: Int(form["days"] ?? "") ?? 0)
                let address = "\(request.isSecure ? "https" : "http")://\(request.authority ?? "")"
                let link = address + Accounts.address(ofLink: secret, view)
                let copied = FormPage.Form(
                    "Your new link", ["Copy it now. It is not shown again."], copied: link,
                    links: [("Open the link", Accounts.address(ofLink: secret, view))])
                return .page(try await page([copied] + links(of: visit.account)))
            } catch let error as HTTPError where error.status.code < 500 {
                return .page(try await self.form(of: view, request, error: error.message), status: error.status)
            }
        }
        router.on(.post, "/-/share/remove") { request, _ in
            let visit = try await accounts.requireVisit(of: request)
            try await accounts.remove(.link, try request.form()["id"] ?? "", of: visit.account.name)
            return .redirect(to: "/-/account")
        }
        router.get("/-/access") { request, _ in .page(rights(of: try await accounts.requireVisit(of: request).account))
        }
        router.on(.post, "/-/access") { request, _ in
            _ = try await accounts.requireAdministrator(of: request)
            let found = try await accounts.require((try request.form()["person"] ?? "").trimmed)
            return .page(rights(of: Account(found.account), namingAll: true))
        }
    }

    // MARK: - Shared views

    private func view(_ query: Query) throws -> SharedView {
        guard let path = query["path"], path.hasPrefix("/"), path.hasSuffix("/"), let table = query["table"] else {
            throw HTTPError(.badRequest, "Open the page of a table, and choose Share.")
        }
        return SharedView(path: path, table: table, query: query["query"] ?? "")
    }

    private func form(of view: SharedView, _ request: Request, error: LocalizedMessage? = nil) async throws -> FormPage
    {
        let account = try await accounts.requireVisit(of: request).account
        let address = "\(view.path)\(view.table)/\(view.query.isEmpty ? "" : "?\(view.query)")"
        let isOfGroups = view.query.split(separator: "&").contains { $0.hasPrefix("_group=") }
        let what: LocalizedMessage =
            isOfGroups
            ? "Everyone who has the link sees these groups, and no single rows."
            : "Everyone who has the link sees these rows and columns, and no others."
        return page(
            [
                .init(
                    nil, [what, "They are shown as they are when somebody looks, and can only be read."],
                    links: [(Self.title(of: view), address)],
                    action: "/-/share",
                    hidden: [("path", view.path), ("table", view.table), ("query", view.query)],
                    fields: [.init("Days", "days", value: "30", kind: .integer)], button: "Create link")
            ] + (try await links(of: account)), error: error)
    }

    private func page(_ forms: [FormPage.Form], error: LocalizedMessage? = nil) -> FormPage {
        FormPage("Share", breadcrumbs: [("Start page", "/")], error: error, forms)
    }

    /// Returns the name of the table with the parameters of its page.
    private static func title(of view: SharedView) -> LocalizedMessage {
        let items = (try? Query(view.query))?.map { "\($0.name)=\($0.value)" } ?? []
        return LocalizedMessage(verbatim: ([view.table] + items).joined(separator: ", "))
    }

    /// Returns the forms that remove the links of a person.
    func links(of account: Account) async throws -> [FormPage.Form] {
        let links = try await accounts.links(of: account.name)
        let heading = links.isEmpty ? [] : [FormPage.Form("Shared links")]
        return heading
            + links.map { id, link, expires in
                let used: LocalizedMessage = link.seen.map { "Last opened \($0.day)." } ?? "Never opened."
                return FormPage.Form(
                    Self.title(of: link.view), [used, "Ends \(expires?.day ?? "")."],
                    action: "/-/share/remove", hidden: [("id", id)], button: "Remove", isDestructive: true)
            }
    }

    // MARK: - Rights

    /// Returns the page that tells what a person may see and change, and which lines of the file say so.
    ///
    /// - Parameter names: Whether to name tables without a right, for administrators.
    private func rights(of account: Account, namingAll names: Bool = false) -> FormPage {
        let rights = accounts.rights(of: account)
        var forms = [FormPage.Form(nil, ["The rights of \(account.name), with the role \(account.ownRole.rawValue)."])]
        if let role = rights.databaseRole {
            forms.append(FormPage.Form("All tables", ["The rights of the role \(role) of the database."]))
        } else if let grants = rights.grants, case .rules(let rules) = accounts.access {
            for table in rules.tables.map(Optional.some) + [nil] {
                let known = grants.rights(on: table)
                guard !known.isEmpty || names && table != nil else { continue }
                let texts = known.flatMap { Self.texts(of: $0, canEdit: rights.canEdit) }
                forms.append(
                    FormPage.Form(
                        table.map { LocalizedMessage(verbatim: $0) } ?? "Other tables",
                        texts.isEmpty ? ["No right. For this person, the table does not exist."] : texts))
            }
        } else {
            forms.append(FormPage.Form("All tables", [AccountPages.explanation(of: account.ownRole)]))
        }
        if names || account.role == .administrator {
            forms.append(
                FormPage.Form(
                    "Another person", action: "/-/access", fields: [.init("Name", "person")], button: "Show rights"))
        }
        return FormPage("Rights", breadcrumbs: [("Account", "/-/account")], forms)
    }

    private static func texts(of right: AccessRules.Grants.Right, canEdit: Bool) -> [LocalizedMessage] {
        let name = right.kind.rawValue.uppercased()
        let lines = right.lines.map(String.init).joined(separator: ", ")
        guard canEdit || right.kind == .select else { return ["Right \(name): only for editors (lines \(lines))."] }
        let columns: LocalizedMessage =
            right.columns.map { "Right \(name): the columns \($0.joined(separator: ", ")) (lines \(lines))." }
            ?? "Right \(name): all columns (lines \(lines))."
        return [columns] + right.conditions.map { "Only rows with \($0)." }
    }
}
