package dev.sluice.iso20022.mt;

import dev.sluice.iso20022.EntryDetails.Counterparty;
import dev.sluice.iso20022.Remittance;
import java.util.ArrayList;
import java.util.List;

/// Field NS, an addition of German cooperative banks: lines that begin with a number. 01 to 14 are the purpose, 15
/// and 16 the other side, 17 is the booking text.
final class Notes {
    private static final int NUMBER_LENGTH = 2;

    private Notes() {}

    static Narrative of(List<String> lines) {
        var purpose = new ArrayList<String>();
        var name = new ArrayList<String>();
        for (var line : lines) {
            int number = number(line);
            if (number >= 1 && number <= 14) {
                purpose.add(line.substring(NUMBER_LENGTH));
            } else if (number == 15 || number == 16) {
                name.add(line.substring(NUMBER_LENGTH).strip());
            }
        }
        var party = name.isEmpty() ? Counterparty.NONE : new Counterparty(String.join(" ", name), null, null);
        return new Narrative("", null, party, new Remittance(List.of(), purpose), null, String.join(" ", lines));
    }

    private static int number(String line) {
        boolean numbered = line.length() >= NUMBER_LENGTH
                && line.substring(0, NUMBER_LENGTH).chars().allMatch(each -> each >= '0' && each <= '9');
        return numbered ? Integer.parseInt(line.substring(0, NUMBER_LENGTH)) : 0;
    }
}
