/// The figures, one class each: what is measured, beside what, and what it is to reach.
@NullMarked
package dev.sluice.bench.figure;

import org.jspecify.annotations.NullMarked;
