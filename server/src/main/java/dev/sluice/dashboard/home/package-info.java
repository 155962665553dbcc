/// The dashboard's first page: what there is, what moves, and what wants attention.
@NullMarked
package dev.sluice.dashboard.home;

import org.jspecify.annotations.NullMarked;
