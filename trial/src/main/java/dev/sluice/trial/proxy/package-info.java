/// A wire between a service and its PostgreSQL that can be made to fail: it understands the protocol well enough to
/// know where one request ends, and whether it commits.
@NullMarked
package dev.sluice.trial.proxy;

import org.jspecify.annotations.NullMarked;
