/// Client of a network over JSON-RPC: endpoints with failover, typed requests and responses, transactions and their
/// fees.
@NullMarked
package dev.sluice.rail.evm.rpc;

import org.jspecify.annotations.NullMarked;
