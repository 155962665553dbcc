/// The whole program as a process among others: started, stopped, killed, doubled, and robbed of its database.
@NullMarked
package dev.sluice.process;

import org.jspecify.annotations.NullMarked;
