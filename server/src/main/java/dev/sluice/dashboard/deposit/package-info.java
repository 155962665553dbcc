/// Incoming payments: the deposit list, the page of a deposit, its creation, and bulk deposits from a file.
@NullMarked
package dev.sluice.dashboard.deposit;

import org.jspecify.annotations.NullMarked;
