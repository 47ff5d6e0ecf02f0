/// Text between tags.
enum HTMLText {
    static func escaped(_ text: String) -> String {
        var writer = ByteWriter()
        writer.html(text)
        return writer.text
    }
}
