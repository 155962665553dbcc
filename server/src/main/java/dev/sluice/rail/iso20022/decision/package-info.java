/// Decisions of people about bank accounts, most of which need a second person.
@NullMarked
package dev.sluice.rail.iso20022.decision;

import org.jspecify.annotations.NullMarked;
