/// Import and export of tables as CSV and XLSX: limited in size when read, and safe from formula injection when
/// written.
@NullMarked
package dev.sluice.sheet;

import org.jspecify.annotations.NullMarked;
