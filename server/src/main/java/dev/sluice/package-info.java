/// The program: [dev.sluice.Main] starts the command line.
@NullMarked
package dev.sluice;

import org.jspecify.annotations.NullMarked;
