/// Several nodes on one database.
@NullMarked
package dev.sluice.nodes;

import org.jspecify.annotations.NullMarked;
