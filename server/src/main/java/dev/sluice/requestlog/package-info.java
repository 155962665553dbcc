/// Log of API requests and their answers, for developers of API clients. Entries are stored asynchronously in bounded
/// batches and have a short retention.
@NullMarked
package dev.sluice.requestlog;

import org.jspecify.annotations.NullMarked;
