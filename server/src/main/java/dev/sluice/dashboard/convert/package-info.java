/// Conversions: the list, and new ones at a quote that is valid for some minutes.
@NullMarked
package dev.sluice.dashboard.convert;

import org.jspecify.annotations.NullMarked;
