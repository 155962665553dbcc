/// Search for pages and payments by any id, name or reference in one field.
@NullMarked
package dev.sluice.dashboard.search;

import org.jspecify.annotations.NullMarked;
