/// The bench: `./sluice bench`, which measures how fast the service is beside PostgreSQL's own benchmark, in
/// the same run on the same server.
@NullMarked
package dev.sluice.bench;

import org.jspecify.annotations.NullMarked;
