package dev.sluice.client.model;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Parameters of a look-up. Immutable: each method returns another query with one more of them.
///
/// @param <Q> the query itself
public abstract class Query<Q extends Query<Q>> {
    private static final int DIGITS_MAX = 40;
    private static final int EXPONENT_MAX = 30;

    private final Map<String, String> parameters;

    Query(Map<String, String> parameters) {
        this.parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /// The parameters by their names in the contract, not yet encoded.
    public final Map<String, String> parameters() {
        return parameters;
    }

    abstract Q of(Map<String, String> others);

    final Q with(String name, String value) {
        var more = new LinkedHashMap<>(parameters);
        more.put(name, value);
        return of(more);
    }

    final Q with(String name, BigDecimal value) {
        return with(name, text(value));
    }

    /// Returns a number in plain notation for a query.
    ///
    /// @throws IllegalArgumentException above the service's limits: 40 digits, an exponent within ±30. The text
    ///     `1e999999999` is short, but a gigabyte in plain notation
    public static String text(BigDecimal number) {
        if (number.precision() > DIGITS_MAX || Math.abs((long) number.scale()) > EXPONENT_MAX) {
            throw new IllegalArgumentException("a number has at most " + DIGITS_MAX
                    + " digits and an exponent within ±" + EXPONENT_MAX + ": " + number.precision()
                    + " digits, scale " + number.scale());
        }
        return number.toPlainString();
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + parameters;
    }
}
