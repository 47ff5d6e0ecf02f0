// The script of table pages: it loads the modules that make them interactive.

import "./select.js";
import "./cells.js";
import "./gestures.js";
import "./mark.js";
import "./more.js";
import "./columns.js";
import "./keys.js";
import "./actions.js";
import "./drag.js";
import "./facets.js";
import "./filter.js";
import "./jump.js";
import "./fold.js";
import "./edit.js";
import "./fill.js";
