/// Refusals of requests: the error catalogue, the exception for a refusal, and the collector that reports all problems
/// of a request at once.
@NullMarked
package dev.sluice.refusal;

import org.jspecify.annotations.NullMarked;
