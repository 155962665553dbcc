package dev.sluice.disbursement.proof;

import static dev.sluice.disbursement.proof.Typefaces.Weight.REGULAR;

import dev.sluice.disbursement.proof.Shaper.Line;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Labels and their values in two columns, already broken into lines. What is not known is left out.
final class FactList {
    private static final float SIZE = 9.5f;
    private static final float LEADING = 13.5f;

    private final float labelWidth;
    private final float width;
    private final List<Fact> rows = new ArrayList<>();

    FactList(float labelWidth, float width) {
        this.labelWidth = labelWidth;
        this.width = width;
    }

    /// One label and the lines of its value.
    record Fact(Line label, List<Line> value) {
        Fact {
            value = List.copyOf(value);
        }
    }

    FactList add(String label, @Nullable String value) {
        return value == null ? this : add(label, Shaper.wrap(value, REGULAR, SIZE, width - labelWidth));
    }

    FactList addAddress(String label, URI value) {
        return add(label, Shaper.wrapAnywhere(value.toASCIIString(), REGULAR, SIZE, width - labelWidth));
    }

    private FactList add(String label, List<Line> value) {
        rows.add(new Fact(Shaper.line(label, REGULAR), value));
        return this;
    }

    List<Fact> rows() {
        return List.copyOf(rows);
    }

    float height() {
        return rows.stream().mapToInt(row -> row.value().size()).sum() * LEADING;
    }
}
