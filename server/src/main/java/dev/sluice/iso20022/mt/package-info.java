/// Reader of MT940 and MT942, as banks write them: with and without SWIFT blocks, in several dialects of field 86.
@NullMarked
package dev.sluice.iso20022.mt;

import org.jspecify.annotations.NullMarked;
