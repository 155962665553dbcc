/// Fuzz tests: thousands of bad requests, files and texts for the service, its parsers and its forms. Every run prints
/// the seed that replays it.
@NullMarked
package dev.sluice.fuzz;

import org.jspecify.annotations.NullMarked;
