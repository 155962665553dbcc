/// Settings of an organization: how its payment pages look, and which methods they offer.
@NullMarked
package dev.sluice.dashboard.settings;

import org.jspecify.annotations.NullMarked;
