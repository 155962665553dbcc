/// Common parts of file imports: a user uploads, previews and confirms a file of rows, and a worker processes them.
@NullMarked
package dev.sluice.fileimport;

import org.jspecify.annotations.NullMarked;
