/// Bad input, by the thousand: what the service, its parsers and its forms make of requests, files and texts that
/// nobody should send. Every run prints the seed that replays it.
@NullMarked
package dev.sluice.fuzz;

import org.jspecify.annotations.NullMarked;
