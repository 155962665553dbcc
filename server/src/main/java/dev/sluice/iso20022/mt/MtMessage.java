package dev.sluice.iso20022.mt;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One message as its fields, in their order.
///
/// @param type `940`, `942` or another; null if no header names it
/// @param unclosedBlock true if the message began with `{4:` and never ended with `-}`
record MtMessage(@Nullable String type, boolean unclosedBlock, List<Field> fields) {
    MtMessage {
        fields = List.copyOf(fields);
    }

    /// One field.
    ///
    /// @param tag such as `60F`
    /// @param lines content; the first line follows the tag
    record Field(String tag, int line, List<String> lines) {
        Field {
            lines = List.copyOf(lines);
        }

        String first() {
            return lines.getFirst().strip();
        }
    }

    boolean has(String... tags) {
        return fields.stream().anyMatch(each -> List.of(tags).contains(each.tag()));
    }

    int firstLine() {
        return fields.getFirst().line();
    }

    /// Returns true for MT942. The fields decide if no header names one of the two.
    boolean isInterim() {
        return isType("942") || (!isType("940") && has("34F", "13D", "90D", "90C") && !has("60F", "60M"));
    }

    /// Returns true unless the header names another kind and the fields are not those of a statement either.
    boolean isStatement() {
        return type == null || isType("940") || isType("942") || has("60F", "60M", "61", "62F", "62M", "34F");
    }

    private boolean isType(String wanted) {
        return wanted.equals(type);
    }
}
