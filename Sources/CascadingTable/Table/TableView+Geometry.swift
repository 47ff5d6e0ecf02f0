public import FoundationEssentials

extension TableView {
    /// How high a row is to be; `automatic` for as high as its content.
    public func height(forRowAt indexPath: IndexPath) -> Height {
        heightForEveryRow(inSection: indexPath.section) ?? questions(forRowAt: indexPath).height
    }

    /// The one height of all rows of a section, or nil when each has its own.
    public func heightForEveryRow(inSection section: Int) -> Height? {
        questions(inSection: section).heightForEveryRow
    }

    public func height(forHeaderInSection section: Int) -> Height {
        questions(inSection: section).headerHeight
    }

    public func height(forFooterInSection section: Int) -> Height {
        questions(inSection: section).footerHeight
    }

    /// Where a row stands, by its height or its estimate, or nil where there is no such row.
    ///
    /// The first question to a section asks each of its rows, unless all are of one height.
    public func rectForRow(at indexPath: IndexPath) -> TableRect? {
        guard hasRow(at: indexPath) else { return nil }
        let layout = layout(ofSection: indexPath.section)
        var rect = layout.rows.rect(ofRow: indexPath.row)
        rect.minY += minY(ofSection: indexPath.section) + layout.headerHeight
        return rect
    }

    /// Where a section stands with its header and footer, or nil where there is no such section.
    public func rect(forSection section: Int) -> TableRect? {
        guard (0..<numberOfSections).contains(section) else { return nil }
        return TableRect(minY: minY(ofSection: section), height: layout(ofSection: section).height)
    }

    /// The row at that distance from the table's top, or nil where a header, a footer or nothing is.
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
                    $0.tableView(self, estimatedHeightForHeaderInSection: section)
                },
            rows: rowLayout(ofSection: section),
            footerHeight: footerView(forSection: section) == nil
                ? 0
                : pixelsOfHeader(height(forFooterInSection: section)) {
                    $0.tableView(self, estimatedHeightForFooterInSection: section)
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
                    $0.tableView(self, estimatedHeightForRowAt: indexPath)
                }
                return bottom
            })
    }

    /// A header or footer that is there has a height: 0 is as high as its content.
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
