/// The figures, one class each: subject, reference and target.
@NullMarked
package dev.sluice.bench.figure;

import org.jspecify.annotations.NullMarked;
