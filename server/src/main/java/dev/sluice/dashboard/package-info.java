/// The dashboard's frame: the door that knows visitors, the layout around every page, and the pieces pages are made of.
/// Pages ask what programs ask, by the typed client, and have no tables of their own.
@NullMarked
package dev.sluice.dashboard;

import org.jspecify.annotations.NullMarked;
