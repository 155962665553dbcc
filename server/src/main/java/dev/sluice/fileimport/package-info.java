/// File imports of every kind: a user uploads, previews and confirms a file of rows, and a worker processes them. The
/// sub-packages contain what differs by kind: columns, checks of rows, and what a row creates.
@NullMarked
package dev.sluice.fileimport;

import org.jspecify.annotations.NullMarked;
