/// Reader of status reports (pain.002), answers to recalls (camt.029) and, for their counts, of the messages that
/// we send: pain.001 and camt.055.
@NullMarked
package dev.sluice.iso20022.pain;

import org.jspecify.annotations.NullMarked;
