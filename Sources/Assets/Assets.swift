/// The files of `Public` and `Templates`, which are part of the binary.
package enum Assets {
    /// What is served as it is, by file name.
    package static var publicFiles: [String: [UInt8]] {
        [
            "arrive.js": PackageResources.arrive_js,
            "icon.svg": PackageResources.icon_svg,
            "live.js": PackageResources.live_js,
            "morph.js": PackageResources.morph_js,
            "table.css": PackageResources.table_css,
            "table.js": PackageResources.table_js,
        ]
    }

    /// The templates, by file name.
    package static var templates: [String: [UInt8]] {
        [
            "_head.mustache": PackageResources._head_mustache,
            "edit.mustache": PackageResources.edit_mustache,
            "error.mustache": PackageResources.error_mustache,
            "confirm.mustache": PackageResources.confirm_mustache,
            "page.mustache": PackageResources.page_mustache,
        ]
    }
}
