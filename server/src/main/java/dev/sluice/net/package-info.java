/// Addresses of clients and servers, and limits per client: IP ranges, the client behind proxies, permitted
/// destinations, and a concurrency limiter. No input and output.
@NullMarked
package dev.sluice.net;

import org.jspecify.annotations.NullMarked;
