/// Saved recipients: the list, the page of each with its account and name check, and the forms with the fields that a
/// currency requires.
@NullMarked
package dev.sluice.dashboard.recipient;

import org.jspecify.annotations.NullMarked;
