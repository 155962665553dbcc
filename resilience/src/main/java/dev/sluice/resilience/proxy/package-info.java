/// Fault-injecting proxy between the service and PostgreSQL. It understands enough of the protocol to find the end of
/// a request, and to recognize commits.
@NullMarked
package dev.sluice.resilience.proxy;

import org.jspecify.annotations.NullMarked;
