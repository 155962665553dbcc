/// Reader of account statements in CSV, by a mapping of their columns.
@NullMarked
package dev.sluice.iso20022.csv;

import org.jspecify.annotations.NullMarked;
