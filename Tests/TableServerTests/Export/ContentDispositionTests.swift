import Foundation
import TestSupport
import Testing

@testable import TableServer

@Suite struct ContentDispositionTests {
    @Test(arguments: [
        ("Market", "attachment; filename=\"Market.csv\""),
        ("My table, 2024", "attachment; filename=\"My table, 2024.csv\""),
        ("", "attachment; filename=\"table.csv\""),
        (" . ", "attachment; filename=\"table.csv\""),
        ("..", "attachment; filename=\"table.csv\""),
        ("../../etc/passwd", "attachment; filename=\"_.._etc_passwd.csv\""),
        ("a\"; filename=\"b.exe", "attachment; filename=\"a_; filename=_b.exe.csv\""),
        ("a\\b:c*d?e<f>g|h/i", "attachment; filename=\"a_b_c_d_e_f_g_h_i.csv\""),
        ("a\r\nX-Evil: b\u{0}", "attachment; filename=\"a__X-Evil_ b_.csv\""),
        ("100%", "attachment; filename=\"100_.csv\""),
        (".\u{301}x", "attachment; filename=\"_x.csv\"; filename*=UTF-8''%CC%81x.csv"),
        ("2024/\u{301}25", "attachment; filename=\"2024__25.csv\"; filename*=UTF-8''2024_%CC%8125.csv"),
        (
            "a" + String(repeating: "\u{301}", count: 70),
            "attachment; filename=\"a\(String(repeating: "_", count: 59)).csv\"; filename*=UTF-8''a"
                + String(repeating: "%CC%81", count: 59) + ".csv"
        ),
        ("Früchte", "attachment; filename=\"Fr_chte.csv\"; filename*=UTF-8''Fr%C3%BCchte.csv"),
        ("a\u{202E}vsc.exe", "attachment; filename=\"a_vsc.exe.csv\""),
    ])
    func theNameIsThatOfTheTable(title: String, value: String) {
        #expect(ContentDisposition(title: title, fileExtension: "csv").value == value)
    }

    @Test(arguments: 0..<200)
    func anyTitleMakesAHarmlessHeader(seed: UInt64) throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let value = ContentDisposition(title: random.text(upTo: 300), fileExtension: "csv").value
        #expect(value.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        #expect(value.utf8.count < 1000)
        let match = try #require(
            value.wholeMatch(of: /attachment; filename="([^"\\\/%]+\.csv)"(; filename\*=UTF-8''([A-Za-z0-9._~%-]+))?/))
        #expect(match.output.1.utf8.count <= 124 && !match.output.1.hasPrefix("."))
        if let encoded = match.output.3 {
            let name = try #require(String(encoded).removingPercentEncoding)
            #expect(name.hasSuffix(".csv") && name.utf8.count <= 124)
        }
    }
}
