/// Home page: balances, recent payments, and items that need attention.
@NullMarked
package dev.sluice.dashboard.home;

import org.jspecify.annotations.NullMarked;
