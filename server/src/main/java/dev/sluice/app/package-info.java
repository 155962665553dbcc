/// The composition root: [dev.sluice.app.App] wires the modules of one node by hand, and `Workers` runs their work.
@NullMarked
package dev.sluice.app;

import org.jspecify.annotations.NullMarked;
