/// What a page is written in, by which parts of it can be written again.
public enum PageFormat: Sendable {
    case html(PageLinks, Language, maxTextLength: Int, PageTemplates?)
    case json(PageLinks)
}
