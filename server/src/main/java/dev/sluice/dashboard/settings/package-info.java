/// Settings of an organization: the look of its payment pages and their payment methods.
@NullMarked
package dev.sluice.dashboard.settings;

import org.jspecify.annotations.NullMarked;
