/// Lists and look-ups of deposits, and their tallies.
@NullMarked
package dev.sluice.deposit.query;

import org.jspecify.annotations.NullMarked;
