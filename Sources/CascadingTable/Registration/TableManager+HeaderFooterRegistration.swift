extension TableManager {
    /// Shows models by headers that are told of them, and makes views the style of headers.
    ///
    /// - Parameters:
    ///   - header: The type of the header.
    ///   - mapping: sets the mapping's condition and events, at once.
    ///   - handler: fills each header before it is told its model.
    public final func registerHeader<View: HeaderFooterModelTransfer>(
        _ header: View.Type, mapping: (HeaderFooterMapping<View, View.Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout View, View.Model, Int) -> Void = { _, _, _ in }
    ) {
        registerHeader(header, for: View.Model.self, mapping: mapping) { view, model, section in
            handler(&view, model, section)
            view.update(with: model)
        }
    }

    /// Shows models of that type by headers that the handler fills, and makes views the style of headers.
    public final func registerHeader<View: HeaderFooterContent, Model>(
        _ header: View.Type, for model: Model.Type, mapping: (HeaderFooterMapping<View, Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout View, Model, Int) -> Void
    ) {
        let record = HeaderFooterRecord(fill: handler)
        mapping(HeaderFooterMapping(record))
        headerMappings.append(record)
        configuration.sectionHeaderStyle = .view
    }

    /// Forgets every mapping to that type of header, with its events.
    public final func unregisterHeader<View: HeaderFooterContent>(_ header: View.Type) {
        headerMappings.removeAll(of: header)
    }
}

extension TableManager {
    /// Shows models by footers that are told of them, and makes views the style of footers.
    ///
    /// - Parameters:
    ///   - footer: The type of the footer.
    ///   - mapping: sets the mapping's condition and events, at once.
    ///   - handler: fills each footer before it is told its model.
    public final func registerFooter<View: HeaderFooterModelTransfer>(
        _ footer: View.Type, mapping: (HeaderFooterMapping<View, View.Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout View, View.Model, Int) -> Void = { _, _, _ in }
    ) {
        registerFooter(footer, for: View.Model.self, mapping: mapping) { view, model, section in
            handler(&view, model, section)
            view.update(with: model)
        }
    }

    /// Shows models of that type by footers that the handler fills, and makes views the style of footers.
    public final func registerFooter<View: HeaderFooterContent, Model>(
        _ footer: View.Type, for model: Model.Type, mapping: (HeaderFooterMapping<View, Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout View, Model, Int) -> Void
    ) {
        let record = HeaderFooterRecord(fill: handler)
        mapping(HeaderFooterMapping(record))
        footerMappings.append(record)
        configuration.sectionFooterStyle = .view
    }

    /// Forgets every mapping to that type of footer, with its events.
    public final func unregisterFooter<View: HeaderFooterContent>(_ footer: View.Type) {
        footerMappings.removeAll(of: footer)
    }
}
