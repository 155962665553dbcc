package dev.sluice.iso20022.mt;

import dev.sluice.iso20022.Findings;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.mt.MtMessage.Field;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Divides an MT file into messages and fields. A message begins with field 20. It ends with a line `-`, with `-}`
/// in a SWIFT block, or where the next one begins: banks forget the one or the other.
final class MtMessages {
    /// Fields before the first entry.
    private static final Set<String> HEADER =
            Set.of("13", "13D", "20", "21", "25", "25P", "28", "28C", "34F", "60F", "60M");

    /// Fields from the first entry on. `NS` is an addition of German cooperative banks. Between the first entry and
    /// the end, others are text that looks like a field, such as the time `:13:45`.
    private static final Set<String> BODY = Set.of("61", "62F", "62M", "64", "65", "86", "90C", "90D", "NS");

    private static final String BEGIN = "20";
    private static final List<String> AFTER_BEGIN = List.of(":13", ":21:", ":25:", ":25P:", ":28:", ":28C:", ":NS:");
    private static final int TAG_LENGTH_MAX = 3;
    private static final int FIELD_LINES_MAX = 1_000;
    private static final int FIELDS_MAX = 3 * Findings.RECORDS_MAX;

    private final MtLines lines;
    private final List<Field> fields = new ArrayList<>();
    private final List<String> content = new ArrayList<>();
    private String tag = "";
    private int tagLine;
    private boolean inBlock;
    private boolean hasEntry;
    private boolean hasEnd;
    private @Nullable String type;
    private @Nullable MtMessage complete;

    MtMessages(MtLines lines) {
        this.lines = lines;
    }

    /// Returns the next message; null at the end of the file.
    @Nullable
    MtMessage next() throws Unreadable, IOException {
        complete = null;
        while (complete == null) {
            var line = lines.next();
            if (line == null) {
                end(false);
                return complete;
            }
            line(line);
        }
        return complete;
    }

    private void line(String raw) throws Unreadable, IOException {
        var line = raw;
        if (line.startsWith("-}")) {
            end(true);
            line = line.substring("-}".length());
        }
        if (line.startsWith("{")) {
            line = header(line);
        }
        if (line.strip().equals("-")) {
            if (endsMessage()) {
                end(true);
            }
            return;
        }
        // One bank breaks the line after the colon of a tag.
        if (line.equals(":") && lines.peek() != null) {
            line = ":" + lines.next();
        }
        var found = tagOf(line);
        if (found.isEmpty()) {
            continued(line);
            return;
        }
        finishField();
        if (!fields.isEmpty() && (found.equals(BEGIN) || (hasEnd && HEADER.contains(found)))) {
            end(false);
        }
        tag = found;
        tagLine = lines.number();
        hasEntry |= tag.equals("61");
        hasEnd |= tag.startsWith("62") || tag.startsWith("90");
        content.add(line.substring(found.length() + 2));
    }

    /// Returns true if a lone dash ends the message. It may also be a line of text, or a mistake of the bank.
    private boolean endsMessage() throws Unreadable, IOException {
        var next = lines.peek();
        while (next != null && next.isBlank()) {
            lines.next();
            next = lines.peek();
        }
        return next == null
                || next.startsWith("{")
                || next.startsWith(":20:")
                || (hasEnd && !BODY.contains(tagOf(next)));
    }

    private void continued(String line) throws Unreadable {
        if (tag.isEmpty()) {
            // Some banks begin each message with lines of their own, as `ABNANL2A`, `940`, `ABNANL2A`.
            var own = line.strip();
            if (own.equals("940") || own.equals("942")) {
                type = own;
            }
        } else if (!line.isBlank()) {
            content.add(line);
            if (content.size() > FIELD_LINES_MAX) {
                throw new Unreadable("line " + lines.number() + ": field " + tag + " has more than " + FIELD_LINES_MAX
                        + " lines; this is no MT940 or MT942");
            }
        }
    }

    /// Reads the blocks before a text, and returns what follows `{4:`; an empty text if there is no such block.
    private String header(String line) throws Unreadable {
        if (!tag.isEmpty()) {
            if (!line.startsWith("{1:")) {
                return line;
            }
            end(false);
        }
        int application = line.indexOf("{2:");
        int code = application + "{2:O".length();
        if (application >= 0 && line.length() >= code + 3) {
            type = line.substring(code, code + 3);
        }
        int text = line.indexOf("{4:");
        if (text < 0) {
            return "";
        }
        inBlock = true;
        return line.substring(text + "{4:".length());
    }

    /// Returns the tag at the beginning of a line; an empty text if the line continues a field.
    private String tagOf(String line) throws Unreadable, IOException {
        int colon = line.startsWith(":") ? line.indexOf(':', 1) : -1;
        if (colon < 0 || colon > TAG_LENGTH_MAX + 1) {
            return "";
        }
        var found = line.substring(1, colon);
        if (BODY.contains(found)) {
            return found;
        }
        boolean amongEntries = hasEntry && !hasEnd;
        if (found.equals(BEGIN) && amongEntries) {
            // Inside of a text, `:20:15` is a time; another field follows the beginning of a message.
            var next = lines.peek();
            return next != null && AFTER_BEGIN.stream().anyMatch(next::startsWith) ? found : "";
        }
        return HEADER.contains(found) && !amongEntries ? found : "";
    }

    private void finishField() throws Unreadable {
        if (!tag.isEmpty()) {
            if (fields.size() >= FIELDS_MAX) {
                throw new Unreadable("line " + tagLine + ": the message has more than " + FIELDS_MAX
                        + " fields; ask the bank for smaller files, for instance one per day");
            }
            fields.add(new Field(tag, tagLine, content));
            content.clear();
            tag = "";
        }
    }

    /// @param properly true if the message has its end mark
    private void end(boolean properly) throws Unreadable {
        finishField();
        if (!fields.isEmpty()) {
            complete = new MtMessage(type, inBlock && !properly, fields);
            fields.clear();
        }
        inBlock = false;
        hasEntry = false;
        hasEnd = false;
    }
}
