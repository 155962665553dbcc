package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.Booking.Kind;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Text of a statement in MT940, with numbered subfields in field 86.
final class Mt940Text {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyMMdd", Locale.ROOT);
    private static final DateTimeFormatter MONTH_DAY = DateTimeFormatter.ofPattern("MMdd", Locale.ROOT);
    private static final int LINE_LENGTH = 65;
    private static final int SUBFIELD_LENGTH = 27;
    private static final int REFERENCE_LENGTH = 16;
    private static final int PURPOSE_SUBFIELDS_MAX = 10;
    private static final String NEW_LINE = "\r\n";

    private final BankSettings settings;

    Mt940Text(BankSettings settings) {
        this.settings = settings;
    }

    /// @param difference added to the closing balance; 0 for a right statement
    String text(String msgId, ClosedDay day, List<Booking> bookings, Map<Long, Order> orders, long difference) {
        var text = new StringBuilder();
        var id = msgId.length() <= REFERENCE_LENGTH ? msgId : msgId.substring(msgId.length() - REFERENCE_LENGTH);
        line(text, ":20:" + id);
        line(text, ":25:" + settings.account().number());
        line(text, ":28C:%05d/001".formatted(day.number()));
        line(text, ":60F:" + balance(day.opening(), day.day()));
        for (var booking : bookings) {
            entry(text, booking, orders);
        }
        line(text, ":62F:" + balance(day.closing() + difference, day.day()));
        line(text, "-");
        return text.toString();
    }

    private String balance(long units, LocalDate day) {
        var account = settings.account();
        return (units < 0 ? "D" : "C") + day.format(DAY) + account.currency() + Units.comma(units, account.decimals());
    }

    private void entry(StringBuilder text, Booking booking, Map<Long, Order> orders) {
        var order = booking.content().orderIds().size() == 1
                ? orders.get(booking.content().orderIds().getFirst())
                : null;
        var mark = booking.kind() == Kind.REVERSAL ? "RC" : booking.units() < 0 ? "D" : "C";
        var reference = booking.reference() == null ? "" : "//" + booking.reference();
        line(
                text,
                ":61:" + booking.day().format(DAY) + booking.day().format(MONTH_DAY) + mark
                        + Units.comma(booking.units(), settings.account().decimals()) + type(booking.kind())
                        + "NONREF" + reference);
        fold(text, ":86:" + narrative(booking, order));
    }

    private static String type(Kind kind) {
        return switch (kind) {
            case PAYMENT, LUMP, CREDIT, REVERSAL -> "NTRF";
            case RETURN -> "NRTI";
            case CHARGE -> "NCHG";
            case INTEREST -> "NINT";
        };
    }

    private static String code(Kind kind) {
        return switch (kind) {
            case PAYMENT -> "116";
            case LUMP -> "191";
            case RETURN -> "159";
            case CREDIT, REVERSAL -> "166";
            case CHARGE -> "808";
            case INTEREST -> "814";
        };
    }

    private static String narrative(Booking booking, @Nullable Order order) {
        var content = booking.content();
        var text = new StringBuilder(code(booking.kind())).append("?00").append(EntryText.label(booking.kind()));
        var endToEndId = order == null ? content.endToEndId() : order.ids().endToEnd();
        var party = order == null ? content.party() : order.payee();
        var reference = order == null ? content.payerReference() : order.reference();
        var remittance = reference != null ? reference : order == null ? content.remittance() : order.remittance();
        var purpose = new ArrayList<String>();
        if (endToEndId != null) {
            purpose.addAll(cut("EREF+" + endToEndId));
        }
        purpose.addAll(cut("SVWZ+" + plain(remittance)));
        for (int i = 0; i < Math.min(purpose.size(), PURPOSE_SUBFIELDS_MAX); i++) {
            text.append('?').append(20 + i).append(purpose.get(i));
        }
        append(text, "?30", party.bank());
        append(text, "?31", party.account());
        if (party.name() != null) {
            var name = cut(plain(party.name()));
            append(text, "?32", name.getFirst());
            append(text, "?33", name.size() > 1 ? name.get(1) : null);
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String number, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            text.append(number).append(value);
        }
    }

    private static List<String> cut(String text) {
        var parts = new ArrayList<String>();
        for (int at = 0; at == 0 || at < text.length(); at += SUBFIELD_LENGTH) {
            parts.add(text.substring(at, Math.min(text.length(), at + SUBFIELD_LENGTH)));
        }
        return parts;
    }

    /// Replaces characters that SWIFT does not carry, and the separator of the subfields.
    private static String plain(String text) {
        return text.replaceAll("[^A-Za-z0-9/:().,'+ -]", ".");
    }

    /// Breaks a field into lines. A colon or a hyphen at the beginning of a line would end the
    /// field.
    private static void fold(StringBuilder text, String field) {
        int at = 0;
        while (at < field.length()) {
            int end = Math.min(field.length(), at + LINE_LENGTH);
            while (end < field.length() && end > at + 1 && ":-".indexOf(field.charAt(end)) >= 0) {
                end--;
            }
            line(text, field.substring(at, end));
            at = end;
        }
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(NEW_LINE);
    }
}
