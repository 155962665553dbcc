/// The whole program as an operating system process: started, stopped, killed, run twice, and deprived of its
/// database.
@NullMarked
package dev.sluice.process;

import org.jspecify.annotations.NullMarked;
