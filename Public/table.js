// What makes the page livelier, each module in one way.

import "./select.js";
import "./gestures.js";
import "./more.js";
import "./keys.js";
import "./actions.js";
import "./drag.js";
