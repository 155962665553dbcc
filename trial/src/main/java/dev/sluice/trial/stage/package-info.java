/// Nodes of the service in separate processes, and a merchant's programs that send them requests.
@NullMarked
package dev.sluice.trial.stage;

import org.jspecify.annotations.NullMarked;
