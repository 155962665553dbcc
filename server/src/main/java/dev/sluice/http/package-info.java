/// HTTP: routing table, JSON parser and writer, response envelope, lists, and bounded requests to other services. The
/// modules above define the meaning of requests; `http.server` listens for them.
@NullMarked
package dev.sluice.http;

import org.jspecify.annotations.NullMarked;
