import Testing

@testable import CascadingTable

struct TextDirectionTests {
    @Test(arguments: [
        ("en", "ltr"), ("ar", "rtl"), ("AR-eg", "rtl"), ("he", "rtl"), ("fa-IR", "rtl"), ("de-DE", "ltr"), ("", "ltr"),
        ("az-Arab", "rtl"), ("ar-Latn", "ltr"), ("ku-Arab-IQ", "rtl"), ("zh-Hans", "ltr"), ("arz", "ltr"),
    ])
    func followsTheScript(language: String, direction: String) {
        #expect(TextDirection(language: language).rawValue == direction)
    }
}
