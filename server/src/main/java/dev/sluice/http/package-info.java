/// HTTP: listener, routing table, JSON parser and writer, response envelope, lists, and bounded requests to other
/// services. Only this module uses Helidon; the modules above define the meaning of requests.
@NullMarked
package dev.sluice.http;

import org.jspecify.annotations.NullMarked;
