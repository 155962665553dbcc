/// Live pages: open windows receive hints about changes and reload their content. A hint contains ids only, no data:
/// the window requests its page again, and that request is authorized as usual.
@NullMarked
package dev.sluice.dashboard.live;

import org.jspecify.annotations.NullMarked;
