/// Colours and their contrast. Pure values.
@NullMarked
package dev.sluice.colour;

import org.jspecify.annotations.NullMarked;
