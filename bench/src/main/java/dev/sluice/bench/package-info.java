/// `./sluice bench`: measures the speed of the service relative to PostgreSQL's own benchmark, in the same run on the
/// same server.
@NullMarked
package dev.sluice.bench;

import org.jspecify.annotations.NullMarked;
