public import FoundationEssentials

extension TableView {
    /// Returns the height of a row: CSS pixels, or `automatic` for the height of its content.
    package func height(forRowAt indexPath: IndexPath) -> Height {
        heightForEveryRow(inSection: indexPath.section) ?? responder(forRowAt: indexPath).height
    }

    /// Returns the height that all rows of a section have, or nil if each row has its own height.
    package func heightForEveryRow(inSection section: Int) -> Height? {
        responder(inSection: section).heightForEveryRow
    }

    /// Returns the height of a section's header: CSS pixels, or `automatic`. A height of 0 means the height of its
    /// content.
    package func height(forHeaderInSection section: Int) -> Height {
        responder(inSection: section).headerHeight
    }

    /// Returns the height of a section's footer: CSS pixels, or `automatic`. A height of 0 means the height of its
    /// content.
    package func height(forFooterInSection section: Int) -> Height {
        responder(inSection: section).footerHeight
    }

    /// Returns the vertical position of a row in CSS pixels, or nil if the row does not exist.
    ///
    /// It is an estimate if heights are automatic. Cost: the first call for a section asks for the height of each row,
    /// unless all rows have one height.
    public func rectForRow(at indexPath: IndexPath) -> TableRect? {
        guard hasRow(at: indexPath) else { return nil }
        let layout = layout(ofSection: indexPath.section)
        var rect = layout.rows.rect(ofRow: indexPath.row)
        rect.minY += minY(ofSection: indexPath.section) + layout.headerHeight
        return rect
    }

    /// Returns the vertical position of a section with its header and footer, in CSS pixels.
    ///
    /// Cost: as for ``rectForRow(at:)``, for this section and all sections above it.
    ///
    /// - Returns: The position, or nil if the section does not exist.
    public func rect(forSection section: Int) -> TableRect? {
        guard (0..<numberOfSections).contains(section) else { return nil }
        return TableRect(minY: minY(ofSection: section), height: layout(ofSection: section).height)
    }

    /// Returns the row at a distance from the top of the table.
    ///
    /// - Parameter y: The distance in CSS pixels.
    /// - Returns: The index path, or nil if there is a header, a footer or nothing.
    public func indexPathForRow(atY y: Double) -> IndexPath? {
        var top = 0.0
        for section in 0..<numberOfSections {
            let layout = layout(ofSection: section)
            if y < top + layout.height {
                return layout.rows.row(atY: y, top: top + layout.headerHeight).map {
                    IndexPath(row: $0, section: section)
                }
            }
            top += layout.height
        }
        return nil
    }

    private func minY(ofSection section: Int) -> Double {
        (0..<section).reduce(0) { $0 + layout(ofSection: $1).height }
    }

    private func layout(ofSection section: Int) -> SectionLayout {
        if let layout = answers.layouts[section] { return layout }
        let layout = SectionLayout(
            headerHeight: headerView(forSection: section) == nil
                ? 0
                : pixelsOfHeader(height(forHeaderInSection: section)) {
                    let (delegate, height) = (
                        $0, $0.tableView(self, estimatedHeightForHeaderInSection: section) as Height
                    )
                    return spelled(height, unless: 0, .estimatedHeaderHeight) {
                        delegate.tableView(self, estimatedHeightForHeaderInSection: section)
                    }
                },
            rows: rowLayout(ofSection: section),
            footerHeight: footerView(forSection: section) == nil
                ? 0
                : pixelsOfHeader(height(forFooterInSection: section)) {
                    let (delegate, height) = (
                        $0, $0.tableView(self, estimatedHeightForFooterInSection: section) as Height
                    )
                    return spelled(height, unless: 0, .estimatedFooterHeight) {
                        delegate.tableView(self, estimatedHeightForFooterInSection: section)
                    }
                })
        answers.layouts[section] = layout
        return layout
    }

    private func rowLayout(ofSection section: Int) -> SectionLayout.Rows {
        let count = numberOfRows(inSection: section)
        if let height = heightForEveryRow(inSection: section) {
            return .uniform(
                count: count,
                height: pixels(height) { _ in .automatic })
        }
        var bottom = 0.0
        return .bottoms(
            (0..<count).map { row in
                let indexPath = IndexPath(row: row, section: section)
                bottom += pixels(height(forRowAt: indexPath)) {
                    let (delegate, height) = ($0, $0.tableView(self, estimatedHeightForRowAt: indexPath) as Height)
                    return spelled(height, unless: .automatic, .estimatedRowHeight) {
                        delegate.tableView(self, estimatedHeightForRowAt: indexPath)
                    }
                }
                return bottom
            })
    }

    /// Returns the height of a visible header or footer in CSS pixels. 0 means the height of its content.
    private func pixelsOfHeader(_ height: Height, estimate: (any TableViewDelegate) -> Height) -> Double {
        let pixels = pixels(height == 0 ? .automatic : height, estimate: estimate)
        return pixels == 0 ? estimatedRowHeight : pixels
    }

    private func pixels(_ height: Height, estimate: (any TableViewDelegate) -> Height) -> Double {
        if case .pixels(let pixels) = height { return pixels }
        if let delegate, case .pixels(let pixels) = checked(estimate(delegate), of: "an estimated height") {
            return pixels
        }
        return estimatedRowHeight
    }

    func checked(_ height: Height, of question: String, at indexPath: IndexPath? = nil) -> Height {
        guard !height.isValid else { return height }
        report(.invalidHeight, "\(question) answered \(height); it counts as automatic.", at: indexPath)
        return .automatic
    }
}
