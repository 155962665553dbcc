package dev.sluice.iso20022.mt;

import dev.sluice.iso20022.Amount;
import dev.sluice.iso20022.BankFile;
import dev.sluice.iso20022.Findings;
import dev.sluice.iso20022.Message;
import dev.sluice.iso20022.Unreadable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/// Reads MT940 (customer statement) and MT942 (interim report). Entries of MT942 are pending, since the bank does
/// not promise that it booked them.
public final class MtReader {
    private static final String CUT_OFF = ": the file is cut off; fetch it again, or ask the bank to send it again";

    private MtReader() {}

    public static BankFile read(InputStream bytes, long sizeMax, Findings findings) throws Unreadable, IOException {
        var messages = new MtMessages(new MtLines(bytes, sizeMax));
        var read = new ArrayList<Message>();
        var kind = "";
        for (var next = messages.next(); next != null; next = messages.next()) {
            var own = "mt" + (next.isStatement() ? next.isInterim() ? "942" : "940" : next.type());
            kind = kind.isEmpty() ? own : kind;
            if (!own.equals(kind)) {
                findings.problem("the file mixes kinds: " + kind + " and " + own);
            }
            if (!next.isStatement()) {
                findings.problem("unexpected kind " + own + ": nothing of it was read");
                continue;
            }
            requireWhole(next);
            read.add(new PageReader(next, findings).read());
        }
        if (kind.isEmpty()) {
            throw new Unreadable("the file holds no message with field 20, so it is no MT940 or MT942");
        }
        return new BankFile(kind, read, List.of());
    }

    /// Requires the end of a message: without it, entries may be missing, or lines that say that one is a return.
    private static void requireWhole(MtMessage message) throws Unreadable {
        var where = "line " + message.firstLine();
        if (message.unclosedBlock()) {
            throw new Unreadable(where + ": the message that begins here has no end mark -}" + CUT_OFF);
        }
        if (!message.isInterim() && !message.has("62F", "62M")) {
            throw new Unreadable(where + ": the message that begins here has no closing balance (field 62)" + CUT_OFF);
        }
    }

    /// Returns a currency at a position of a text; an empty text if there is none.
    static String currency(String text, int at) {
        var found = text.length() >= at + 3 ? text.substring(at, at + 3) : "";
        return Amount.isCurrency(found) ? found : "";
    }
}
