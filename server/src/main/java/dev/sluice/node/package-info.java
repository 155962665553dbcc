/// The nodes of a deployment. Each node stores a heartbeat every few seconds with the state of its workers and rails,
/// so that operators see all nodes on any of them. Owns `node`.
@NullMarked
package dev.sluice.node;

import org.jspecify.annotations.NullMarked;
