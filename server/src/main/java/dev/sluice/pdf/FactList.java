package dev.sluice.pdf;

import static dev.sluice.pdf.Typefaces.Weight.REGULAR;

import dev.sluice.pdf.Shaper.Line;
import java.util.ArrayList;
import java.util.List;

/// Labels and values in two columns, already broken into lines. Missing values are left out.
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

    /// A label and the lines of its value.
    record Fact(Line label, List<Line> value) {
        Fact {
            value = List.copyOf(value);
        }
    }

    FactList addAll(List<PaymentDocument.Fact> facts) {
        for (var fact : facts) {
            if (fact.address() != null) {
                var address = fact.address().toASCIIString();
                add(fact.label(), Shaper.wrapAnywhere(address, REGULAR, SIZE, width - labelWidth));
            } else if (fact.value() != null) {
                add(fact.label(), Shaper.wrap(fact.value(), REGULAR, SIZE, width - labelWidth));
            }
        }
        return this;
    }

    private void add(String label, List<Line> value) {
        rows.add(new Fact(Shaper.line(label, REGULAR), value));
    }

    List<Fact> rows() {
        return List.copyOf(rows);
    }

    float height() {
        return rows.stream().mapToInt(row -> row.value().size()).sum() * LEADING;
    }
}
