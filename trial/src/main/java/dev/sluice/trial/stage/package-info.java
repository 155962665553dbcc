/// Nodes of the service in processes of their own, and the programs of a merchant that ask them for payments.
@NullMarked
package dev.sluice.trial.stage;

import org.jspecify.annotations.NullMarked;
