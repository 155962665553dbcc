/// Files of rows that a person sends, looks at and confirms, and a worker works through: what they have in common,
/// whatever their rows stand for.
@NullMarked
package dev.sluice.sheet.file;

import org.jspecify.annotations.NullMarked;
