/// Conversions: those that were made, and new ones at a quote that is held for some minutes.
@NullMarked
package dev.sluice.dashboard.convert;

import org.jspecify.annotations.NullMarked;
