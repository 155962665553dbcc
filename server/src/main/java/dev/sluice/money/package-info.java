/// Exact money: assets, integer amounts of their smallest unit, and fees. Pure values, no input or output.
@NullMarked
package dev.sluice.money;

import org.jspecify.annotations.NullMarked;
