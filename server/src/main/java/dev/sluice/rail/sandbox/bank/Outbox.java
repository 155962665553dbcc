package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.OutgoingStore.Folder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;

/// Files for the customer. They are stored with the bookings that they report, and written after the commit.
final class Outbox {
    private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;
    private static final int NAME_LENGTH_MAX = 12;
    /// Part of a truncated file that is left, in hundredths.
    private static final int PERCENT_LEFT = 60;

    private final Books books;

    Outbox(Books books) {
        this.books = books;
    }

    /// Text of a file.
    @FunctionalInterface
    interface Template {
        /// @param msgId the bank's identifier of the message
        /// @param wrongTotals counts and sums are wrong
        String text(String msgId, boolean wrongTotals);
    }

    /// Sends a file, and its faulty version before it if a knob says so.
    ///
    /// @param kind name of the message without its version, such as `camt.053`; `mt940`
    /// @param subject subject of the knobs, beside the kind
    void send(String kind, String subject, Instant due, Template template) {
        long id = books.nextId();
        var msgId = msgId(id);
        if (books.isOn(Knob.WRONG_TOTALS, kind, subject, msgId)) {
            store(id, kind, bytes(template.text(msgId, true)), due);
            long next = books.nextId();
            store(next, kind, bytes(template.text(msgId(next), false)), repaired(due));
            return;
        }
        var whole = bytes(template.text(msgId, false));
        if (books.isOn(Knob.TRUNCATED, kind, subject, msgId)) {
            store(id, kind, Arrays.copyOf(whole, whole.length * PERCENT_LEFT / 100), due);
            store(books.nextId(), kind, whole, repaired(due));
        } else {
            store(id, kind, whole, due);
        }
    }

    /// Acknowledges a file of the customer.
    ///
    /// @param again an earlier file had the same name
    void acknowledge(String name, boolean again, String text) {
        long id = books.nextId();
        var ackName = name + (again ? "." + id : "") + ".ack";
        OutgoingStore.insert(
                books.tx(),
                books.bank(),
                new OutgoingStore.Row(id, "ack", Folder.ACKS, ackName, bytes(text), books.now()));
    }

    private void store(long id, String kind, byte[] content, Instant due) {
        var name = "%s_%s_%s_%08d.%s"
                .formatted(
                        kind, prefix(), books.day(books.now()).format(DAY), id, kind.startsWith("mt") ? "sta" : "xml");
        OutgoingStore.insert(books.tx(), books.bank(), new OutgoingStore.Row(id, kind, Folder.IN, name, content, due));
    }

    private Instant repaired(Instant due) {
        return due.plus(books.settings().timing().repair());
    }

    private String msgId(long id) {
        return "%s%s%08d".formatted(prefix(), books.day(books.now()).format(DAY), id);
    }

    private String prefix() {
        var letters = books.bank().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "");
        return letters.length() <= NAME_LENGTH_MAX ? letters : letters.substring(0, NAME_LENGTH_MAX);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
