/// Frame of the dashboard: the door that authenticates visitors, the layout around every page, and the building
/// blocks of pages. Pages use the API with the typed client, and have no tables of their own.
@NullMarked
package dev.sluice.dashboard;

import org.jspecify.annotations.NullMarked;
