/// Reader of account statements, reports and notices: camt.053, camt.052 and camt.054, versions 02 to 13.
@NullMarked
package dev.sluice.iso20022.camt;

import org.jspecify.annotations.NullMarked;
