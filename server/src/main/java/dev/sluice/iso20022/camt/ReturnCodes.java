package dev.sluice.iso20022.camt;

import dev.sluice.iso20022.xml.XmlNode;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Bank transaction codes (`BkTxCd`) that say return or reversal: of the external code list of ISO 20022, and the
/// codes of MT940 and of the German banks that some banks repeat as their own (`NRTI+109+9075`).
public final class ReturnCodes {
    /// Subfamilies: returned and cancelled credit transfers; returned, reversed and cancelled direct debits; unpaid
    /// and reversed cheques; unpaid cards and drafts.
    private static final Set<String> SUBFAMILIES =
            Set.of("RRTN", "RPCR", "UPDD", "PRDD", "RCDD", "UPCQ", "CQRV", "UPCT", "UDFT");

    /// Returned item (SWIFT).
    private static final String RETURNED_ITEM = "RTI";

    /// German business transaction codes: returned direct debits (B2B, core), returned credit transfer.
    private static final Set<String> GERMAN = Set.of("108", "109", "159");

    private ReturnCodes() {}

    /// Returns the code that says return; null if none does.
    static @Nullable String of(@Nullable XmlNode code) {
        if (code == null) {
            return null;
        }
        var subfamily = code.text("Domn", "Fmly", "SubFmlyCd");
        if (subfamily != null && SUBFAMILIES.contains(subfamily)) {
            return subfamily;
        }
        var own = code.text("Prtry", "Cd");
        if (own == null) {
            return null;
        }
        var parts = List.of(own.split("\\+", 4));
        return ofMt(parts.getFirst(), parts.size() > 1 ? parts.get(1) : "");
    }

    /// Returns the code that says return; null if none does.
    ///
    /// @param type transaction type of field 61, such as `NRTI`
    /// @param german business transaction code of field 86, such as `109`
    public static @Nullable String ofMt(String type, String german) {
        if (type.length() == 4 && type.endsWith(RETURNED_ITEM)) {
            return RETURNED_ITEM;
        }
        return GERMAN.contains(german) ? german : null;
    }
}
