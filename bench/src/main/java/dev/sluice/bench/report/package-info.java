/// Results of a run, and their output formats: JSON, a table, Markdown and a chart.
@NullMarked
package dev.sluice.bench.report;

import org.jspecify.annotations.NullMarked;
