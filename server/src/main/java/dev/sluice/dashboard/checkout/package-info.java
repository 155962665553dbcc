/// The dashboard's pages of checkout links: making one, handing it on, and seeing what came of it.
@NullMarked
package dev.sluice.dashboard.checkout;

import org.jspecify.annotations.NullMarked;
