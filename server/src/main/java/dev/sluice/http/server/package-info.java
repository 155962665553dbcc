/// The web server: connections, their limits and deadlines, bodies, and the way of a request to its handler. The only
/// code that uses Helidon. Owns no tables.
@NullMarked
package dev.sluice.http.server;

import org.jspecify.annotations.NullMarked;
