package dev.sluice.http;

import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import dev.sluice.text.OutsideText;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Parameters of a query or form. An empty value counts as absent. Faults of a parameter are found when it is read, so
/// that unknown parameters are ignored.
public final class Query {
    /// Maximum number of fields, more than any form or list needs. Each field takes some two hundred bytes of
    /// memory until the end of its request, however short it is.
    static final int FIELDS_MAX = 256;

    private static final String TOO_MANY = "must not have more than " + FIELDS_MAX + " fields";
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,9}");
    private static final String BLANKS = "\r\n\t";

    private final Map<String, List<String>> values = new HashMap<>();
    private final Set<String> wrong = new HashSet<>();
    private final Findings findings = new Findings();
    private boolean exponents = true;

    private Query() {}

    /// @throws dev.sluice.refusal.Refused `VALIDATION_FAILED` before parsing if there are too many fields
    static Query parse(String raw) {
        if (raw.chars().filter(each -> each == '&').limit(FIELDS_MAX).count() == FIELDS_MAX) {
            throw Refusal.VALIDATION_FAILED.refused("request", TOO_MANY).withMessage("The request " + TOO_MANY);
        }
        var query = new Query();
        for (var pair : raw.split("&")) {
            int equals = pair.indexOf('=');
            var name = decode(equals < 0 ? pair : pair.substring(0, equals));
            var value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            query.add(name, value);
        }
        return query;
    }

    /// Builds parameters from decoded fields.
    static Query of(List<Map.Entry<String, String>> fields) {
        var query = new Query();
        fields.forEach(field -> query.add(field.getKey(), field.getValue()));
        return query;
    }

    private void add(String name, String value) {
        if (!name.isEmpty() && !value.isEmpty()) {
            values.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(value);
        }
    }

    /// Returns all parameters by name; repeated ones are joined by commas.
    public Map<String, String> all() {
        return values.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, each -> String.join(", ", each.getValue())));
    }

    /// Returns all parameters with their values in the order received, sorted by name.
    public Map<String, List<String>> each() {
        var each = new TreeMap<String, List<String>>();
        values.forEach((name, all) -> each.put(name, List.copyOf(all)));
        return Collections.unmodifiableMap(each);
    }

    public Set<String> names() {
        return Set.copyOf(values.keySet());
    }

    /// Transforms a parameter's values before they are read, for example numbers in another language's format.
    public Query reading(String name, UnaryOperator<String> way) {
        values.computeIfPresent(name, (_, all) -> all.stream().map(way).toList());
        return this;
    }

    /// Rejects numbers with an exponent, as people do not type them.
    public Query withoutExponents() {
        exponents = false;
        return this;
    }

    public Findings findings() {
        return findings;
    }

    /// Returns true if a parameter was given, even if it was found invalid: an invalid parameter is not reported
    /// as missing as well.
    public boolean has(String name) {
        return values.containsKey(name) || wrong.contains(name);
    }

    /// Returns a text in its normal form, see [OutsideText].
    public Optional<String> text(String name) {
        return one(name, Character::isISOControl);
    }

    /// Returns a password or code exactly as typed.
    public Optional<String> secret(String name) {
        return only(name, sent(name, Character::isISOControl));
    }

    /// Returns a text of several lines from a text area, with line ends normalized to `\n`.
    public Optional<String> lines(String name) {
        return one(name, each -> Character.isISOControl(each) && BLANKS.indexOf(each) < 0)
                .map(text -> text.replace("\r\n", "\n"));
    }

    /// Returns the values of a parameter that may be repeated, such as the ticked boxes of a form.
    public List<String> texts(String name) {
        return found(name, Character::isISOControl);
    }

    private Optional<String> one(String name, IntPredicate forbidden) {
        return only(name, found(name, forbidden));
    }

    private Optional<String> only(String name, List<String> found) {
        if (found.size() > 1) {
            spoil(name);
            findings.add(name, "REPEATED", "was given more than once");
            return Optional.empty();
        }
        return found.stream().findFirst();
    }

    private List<String> found(String name, IntPredicate forbidden) {
        var texts = sent(name, forbidden).stream().map(OutsideText::composed).toList();
        var fault =
                texts.stream().flatMap(text -> OutsideText.fault(text).stream()).findFirst();
        if (fault.isPresent()) {
            spoil(name);
            findings.add(name, "INVALID_FORMAT", fault.get());
            return List.of();
        }
        return texts;
    }

    private List<String> sent(String name, IntPredicate forbidden) {
        var found = values.getOrDefault(name, List.of());
        if (found.stream().flatMapToInt(String::chars).anyMatch(forbidden)) {
            spoil(name);
            findings.add(name, "INVALID_FORMAT", "must not contain control characters");
            return List.of();
        }
        return List.copyOf(found);
    }

    /// Removes an invalid parameter, so that its fault is reported once however often it is read.
    private void spoil(String name) {
        values.remove(name);
        wrong.add(name);
    }

    /// Returns a mandatory text. If it is missing, adds a finding and returns the empty text.
    public String requiredText(String name) {
        required(name);
        return text(name).orElse("");
    }

    private void required(String name) {
        if (!has(name)) {
            findings.add(name, "REQUIRED", "is required");
        }
    }

    /// Returns a value of a closed set, compared as sent.
    public Optional<String> oneOf(String name, Collection<String> allowed) {
        return text(name).filter(value -> {
            if (allowed.contains(value)) {
                return true;
            }
            findings.add(name, "UNKNOWN_VALUE", "must be one of " + String.join(", ", allowed));
            return false;
        });
    }

    public Optional<Boolean> bool(String name) {
        return text(name).flatMap(value -> switch (value) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> {
                findings.add(name, "INVALID_FORMAT", "must be true or false");
                yield Optional.empty();
            }
        });
    }

    /// Returns a decimal number above zero, with the bounds of numbers in a body.
    public Optional<BigDecimal> positive(String name) {
        return decimal(name).filter(number -> {
            if (number.signum() > 0) {
                return true;
            }
            findings.add(name, "NOT_POSITIVE", "must be positive");
            return false;
        });
    }

    public Optional<BigDecimal> requiredPositive(String name) {
        required(name);
        return positive(name);
    }

    /// Returns a decimal number of zero or above, with the bounds of numbers in a body.
    public Optional<BigDecimal> positiveOrZero(String name) {
        return decimal(name).filter(number -> {
            if (number.signum() >= 0) {
                return true;
            }
            findings.add(name, "OUT_OF_RANGE", "must not be negative");
            return false;
        });
    }

    private Optional<BigDecimal> decimal(String name) {
        return text(name).flatMap(value -> {
            if (!(exponents ? Decimals.isNumber(value) : Decimals.read(value).isPresent())) {
                findings.add(name, "INVALID_FORMAT", "must be a decimal number");
                return Optional.empty();
            }
            var number = Decimals.bounded(value);
            if (number.isEmpty()) {
                findings.add(name, "OUT_OF_RANGE", Decimals.RULE);
            }
            return number;
        });
    }

    public int integer(String name, int defaultValue, int min, int max) {
        var value = text(name);
        if (value.isEmpty()) {
            return defaultValue;
        }
        if (WHOLE.matcher(value.get()).matches()) {
            int number = Integer.parseInt(value.get());
            if (number >= min && number <= max) {
                return number;
            }
        }
        findings.add(name, "OUT_OF_RANGE", "must be a whole number from " + min + " to " + max);
        return defaultValue;
    }

    /// Returns the range of `startDate` and `endDate`, sent together or not at all: RFC 3339, or `YYYY-MM-DD` as a
    /// UTC day with the end day included.
    public Optional<DateRange> dates() {
        return DateRange.read(this);
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return text;
        }
    }
}
