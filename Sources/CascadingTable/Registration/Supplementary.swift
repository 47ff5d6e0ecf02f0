/// The kind of a section's supplementary view.
enum Supplementary {
    case header, footer
}

extension TableViewConfiguration {
    func style(of kind: Supplementary) -> SupplementaryStyle {
        switch kind {
        case .header: sectionHeaderStyle
        case .footer: sectionFooterStyle
        }
    }

    func showsOnEmptySection(_ kind: Supplementary) -> Bool {
        switch kind {
        case .header: displayHeaderOnEmptySection
        case .footer: displayFooterOnEmptySection
        }
    }
}
