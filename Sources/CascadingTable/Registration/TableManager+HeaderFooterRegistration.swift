extension TableManager {
    /// Registers a type of header for the models of its model type. Sets the header style to `.view`.
    ///
    /// - Parameters:
    ///   - header: The type of header.
    ///   - mapping: A closure that sets the condition and the closures of the mapping. It is called immediately.
    ///   - handler: A closure that configures each header before it is filled from its model.
    public final func registerHeader<View: HeaderFooterModelTransfer>(
        _ header: View.Type, mapping: (HeaderFooterMapping<View, View.Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout View, View.Model, Int) -> Void = { _, _, _ in }
    ) {
        registerHeader(header, for: View.Model.self, mapping: mapping) { view, model, section in
            handler(&view, model, section)
            view.update(with: model)
        }
    }

    /// Registers a type of header that a closure fills from its model. Sets the header style to `.view`.
    ///
    /// - Parameters:
    ///   - header: The type of header.
    ///   - model: The type of model.
    ///   - mapping: A closure that sets the condition and the closures of the mapping. It is called immediately.
    ///   - handler: A closure that fills each header from its model.
    public final func registerHeader<View: HeaderFooterContent, Model>(
        _ header: View.Type, for model: Model.Type, mapping: (HeaderFooterMapping<View, Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout View, Model, Int) -> Void
    ) {
        let record = HeaderFooterRecord(fill: handler)
        mapping(HeaderFooterMapping(record))
        headerMappings.append(record)
        configuration.sectionHeaderStyle = .view
    }

    /// Removes all mappings to a type of header, and their closures.
    ///
    /// - Parameter header: The type of header.
    public final func unregisterHeader<View: HeaderFooterContent>(_ header: View.Type) {
        headerMappings.removeAll(of: header)
    }
}

extension TableManager {
    /// Registers a type of footer for the models of its model type. Sets the footer style to `.view`.
    ///
    /// - Parameters:
    ///   - footer: The type of footer.
    ///   - mapping: A closure that sets the condition and the closures of the mapping. It is called immediately.
    ///   - handler: A closure that configures each footer before it is filled from its model.
    public final func registerFooter<View: HeaderFooterModelTransfer>(
        _ footer: View.Type, mapping: (HeaderFooterMapping<View, View.Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout View, View.Model, Int) -> Void = { _, _, _ in }
    ) {
        registerFooter(footer, for: View.Model.self, mapping: mapping) { view, model, section in
            handler(&view, model, section)
            view.update(with: model)
        }
    }

    /// Registers a type of footer that a closure fills from its model. Sets the footer style to `.view`.
    ///
    /// - Parameters:
    ///   - footer: The type of footer.
    ///   - model: The type of model.
    ///   - mapping: A closure that sets the condition and the closures of the mapping. It is called immediately.
    ///   - handler: A closure that fills each footer from its model.
    public final func registerFooter<View: HeaderFooterContent, Model>(
        _ footer: View.Type, for model: Model.Type, mapping: (HeaderFooterMapping<View, Model>) -> Void = { _ in },
        handler: @escaping @TableActor (inout View, Model, Int) -> Void
    ) {
        let record = HeaderFooterRecord(fill: handler)
        mapping(HeaderFooterMapping(record))
        footerMappings.append(record)
        configuration.sectionFooterStyle = .view
    }

    /// Removes all mappings to a type of footer, and their closures.
    ///
    /// - Parameter footer: The type of footer.
    public final func unregisterFooter<View: HeaderFooterContent>(_ footer: View.Type) {
        footerMappings.removeAll(of: footer)
    }
}
