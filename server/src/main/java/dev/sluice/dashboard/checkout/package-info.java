/// Checkout links: creation, sharing, and their status.
@NullMarked
package dev.sluice.dashboard.checkout;

import org.jspecify.annotations.NullMarked;
