/// Everything the service refuses, on one page: the catalogue, the one exception that carries it, and the collector
/// that reports all problems of a request at once.
@NullMarked
package dev.sluice.refusal;

import org.jspecify.annotations.NullMarked;
