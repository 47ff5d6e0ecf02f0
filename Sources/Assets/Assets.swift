/// The files of `Public` and `Templates`, which are part of the binary.
package enum Assets {
    /// What is served as it is, by file name.
    package static var publicFiles: [String: [UInt8]] {
        [
            "actions.js": PackageResources.actions_js,
            "cells.js": PackageResources.cells_js,
            "choices.js": PackageResources.choices_js,
            "columns.js": PackageResources.columns_js,
            "drag.js": PackageResources.drag_js,
            "edit.js": PackageResources.edit_js,
            "element.js": PackageResources.element_js,
            "facets.js": PackageResources.facets_js,
            "fill.js": PackageResources.fill_js,
            "filter.js": PackageResources.filter_js,
            "fold.js": PackageResources.fold_js,
            "frame.js": PackageResources.frame_js,
            "gestures.js": PackageResources.gestures_js,
            "icon.svg": PackageResources.icon_svg,
            "jump.js": PackageResources.jump_js,
            "keys.js": PackageResources.keys_js,
            "mark.js": PackageResources.mark_js,
            "more.js": PackageResources.more_js,
            "morph.js": PackageResources.morph_js,
            "press.js": PackageResources.press_js,
            "say.js": PackageResources.say_js,
            "select.js": PackageResources.select_js,
            "server.js": PackageResources.server_js,
            "sql.js": PackageResources.sql_js,
            "table.css": PackageResources.table_css,
            "table.js": PackageResources.table_js,
        ]
    }

    /// The templates, by file name.
    package static var templates: [String: [UInt8]] {
        [
            "_account.mustache": PackageResources._account_mustache,
            "_fields.mustache": PackageResources._fields_mustache,
            "_place.mustache": PackageResources._place_mustache,
            "_filter.mustache": PackageResources._filter_mustache,
            "_head.mustache": PackageResources._head_mustache,
            "_groups.mustache": PackageResources._groups_mustache,
            "_parameters.mustache": PackageResources._parameters_mustache,
            "columns.mustache": PackageResources.columns_mustache,
            "conflict.mustache": PackageResources.conflict_mustache,
            "plan.mustache": PackageResources.plan_mustache,
            "content.mustache": PackageResources.content_mustache,
            "edit.mustache": PackageResources.edit_mustache,
            "error.mustache": PackageResources.error_mustache,
            "form.mustache": PackageResources.form_mustache,
            "confirm.mustache": PackageResources.confirm_mustache,
            "page.mustache": PackageResources.page_mustache,
        ]
    }
}
