/// The nodes of a deployment: each says every few seconds that it lives, and how its workers and rails get on, so that
/// operators see all of them at whichever answers. Owns `node`.
@NullMarked
package dev.sluice.node;

import org.jspecify.annotations.NullMarked;
