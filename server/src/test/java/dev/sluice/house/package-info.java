/// The rules of the house, as tests: who may use whom, how code looks, what SQL may say, how tables are laid out. Each
/// failure says which rule was broken and where.
@NullMarked
package dev.sluice.house;

import org.jspecify.annotations.NullMarked;
