/// What a run found out, as values, and the forms in which it is told: JSON, a table, Markdown and a chart.
@NullMarked
package dev.sluice.bench.report;

import org.jspecify.annotations.NullMarked;
