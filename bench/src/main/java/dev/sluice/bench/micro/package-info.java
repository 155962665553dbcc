/// Benchmarks of parts of the service: single steps of a request (JMH), a bare route with the service's signature
/// check as a reference, and the lane with its ledger without HTTP.
@NullMarked
package dev.sluice.bench.micro;

import org.jspecify.annotations.NullMarked;
