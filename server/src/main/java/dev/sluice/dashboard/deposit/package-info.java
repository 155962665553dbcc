/// The dashboard's pages of money that comes in: the list, one deposit with all that belongs to it, and making one.
@NullMarked
package dev.sluice.dashboard.deposit;

import org.jspecify.annotations.NullMarked;
