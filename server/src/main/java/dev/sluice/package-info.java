/// The composition root: [dev.sluice.Main] starts the command line, [dev.sluice.App] wires the modules.
@NullMarked
package dev.sluice;

import org.jspecify.annotations.NullMarked;
