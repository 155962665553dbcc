/// Colours, and how well one can be read on another. Pure values.
@NullMarked
package dev.sluice.colour;

import org.jspecify.annotations.NullMarked;
