/// What stands beside the rows of a section.
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
