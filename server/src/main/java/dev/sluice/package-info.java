/// The composition root: [dev.sluice.Main] starts the command line, [dev.sluice.App] wires the rooms.
@NullMarked
package dev.sluice;

import org.jspecify.annotations.NullMarked;
