/// What programs asked of the service and how it was answered, for the people who write them. It is written aside, in
/// bounded batches, and forgotten soon.
@NullMarked
package dev.sluice.requestlog;

import org.jspecify.annotations.NullMarked;
