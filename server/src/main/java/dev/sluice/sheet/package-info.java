/// Tables that people bring and take away as files: CSV and XLSX, both bounded where they are read, and harmless to
/// spreadsheets where they are written.
@NullMarked
package dev.sluice.sheet;

import org.jspecify.annotations.NullMarked;
