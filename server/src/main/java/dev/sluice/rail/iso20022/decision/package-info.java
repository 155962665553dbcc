/// Decisions of people about bank accounts. Most of them need a second person.
@NullMarked
package dev.sluice.rail.iso20022.decision;

import org.jspecify.annotations.NullMarked;
