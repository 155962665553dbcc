/// HTTP: the listener, the routing table, JSON in and out, the answer's envelope, lists, and bounded requests to the
/// outside. The only room that knows Helidon; what a request means is for the rooms above.
@NullMarked
package dev.sluice.http;

import org.jspecify.annotations.NullMarked;
