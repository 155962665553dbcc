/// Nodes of the service in separate processes, and a merchant's programs that send them requests.
@NullMarked
package dev.sluice.resilience.stage;

import org.jspecify.annotations.NullMarked;
