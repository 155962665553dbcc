/// Finding pages and payments by any id, name or reference: one field for all of them.
@NullMarked
package dev.sluice.dashboard.search;

import org.jspecify.annotations.NullMarked;
