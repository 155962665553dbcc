package dev.sluice.http;

import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import dev.sluice.text.OutsideText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Reads the fields of a JSON object from a client one by one. Missing and malformed fields are collected by path.
/// Unknown fields are ignored, and null counts as absent.
public final class Fields {
    private final JsonNode node;
    private final String prefix;
    private final Findings findings;

    private Fields(JsonNode node, String prefix, Findings findings) {
        this.node = node;
        this.prefix = prefix;
        this.findings = findings;
    }

    /// Returns the fields of a request that may have no body.
    static Fields ofOptional(Request request) {
        return request.body().length == 0
                ? new Fields(JsonNodeFactory.instance.objectNode(), "", new Findings())
                : of(request);
    }

    /// Returns the fields of an object that the service itself has built.
    public static Fields of(JsonObject object) {
        return new Fields(Json.parse(Json.bytes(object)), "", new Findings());
    }

    static Fields of(Request request) {
        if (request.body().length > 0) {
            requireJson(request);
        }
        var node = request.body().length == 0 ? null : Json.parseSent(request.body());
        if (node == null || !node.isObject()) {
            throw Json.malformed("must be a JSON object");
        }
        return new Fields(node, "", new Findings());
    }

    private static void requireJson(Request request) {
        var type = request.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.split(";", 2)[0].strip().equals(Answer.JSON)) {
            throw Refusal.UNSUPPORTED_MEDIA_TYPE.refused();
        }
    }

    public Findings findings() {
        return findings;
    }

    /// Returns the full path of a field of this object: `disburseData[3].amount`.
    public String path(String name) {
        return prefix + name;
    }

    public boolean has(String name) {
        return present(name).isPresent();
    }

    /// Returns a text in its normal form, see [OutsideText].
    public Optional<String> text(String name, int lengthMax) {
        return present(name)
                .flatMap(value -> checked(path(name), value, lengthMax))
                .filter(text -> !text.isEmpty());
    }

    private Optional<String> checked(String path, JsonNode value, int lengthMax) {
        if (!value.isString()) {
            findings.add(path, "WRONG_TYPE", "must be a string");
            return Optional.empty();
        }
        var sent = value.stringValue();
        var text = OutsideText.normalized(sent);
        if (text.isEmpty() && !sent.isBlank()) {
            findings.add(path, "INVALID_FORMAT", "must have a visible character");
            return Optional.empty();
        }
        var fault = OutsideText.fault(text);
        if (fault.isPresent()) {
            findings.add(path, "INVALID_FORMAT", fault.get());
            return Optional.empty();
        }
        if (text.codePointCount(0, text.length()) > lengthMax) {
            findings.add(path, "TOO_LONG", "must be at most " + lengthMax + " characters");
            return Optional.empty();
        }
        if (unprintable(text)) {
            findings.add(path, "INVALID_FORMAT", "must not contain control characters");
            return Optional.empty();
        }
        return Optional.of(text);
    }

    /// Returns a text without tabs and line ends, which neither paths nor queries of the service can contain.
    public Optional<String> line(String name, int lengthMax) {
        return text(name, lengthMax).filter(text -> {
            boolean oneLine = text.chars().noneMatch(Character::isISOControl);
            if (!oneLine) {
                findings.add(path(name), "INVALID_FORMAT", "must be one line");
            }
            return oneLine;
        });
    }

    /// Returns a text if the field is one and not blank. It checks nothing else and reports no findings.
    public Optional<String> peekText(String name) {
        return present(name)
                .filter(JsonNode::isString)
                .map(value -> OutsideText.normalized(value.stringValue()))
                .filter(text -> !text.isEmpty());
    }

    /// Returns a mandatory text. If it is missing, adds a finding and returns the empty text.
    public String requiredText(String name, int lengthMax) {
        int before = findings.count();
        return text(name, lengthMax).orElseGet(() -> {
            if (findings.count() == before) {
                findings.add(path(name), "REQUIRED", "is required");
            }
            return "";
        });
    }

    /// Returns a number, bounded before it is expanded: at most 40 digits, an exponent within ±30.
    public Optional<BigDecimal> number(String name) {
        return present(name).flatMap(value -> {
            if (!value.isNumber()) {
                findings.add(path(name), "WRONG_TYPE", "must be a number");
                return Optional.empty();
            }
            var number = value.decimalValue();
            if (!Decimals.isBounded(number)) {
                findings.add(path(name), "OUT_OF_RANGE", Decimals.RULE);
                return Optional.empty();
            }
            return Optional.of(number);
        });
    }

    /// Returns a number above zero.
    public Optional<BigDecimal> positive(String name) {
        return number(name).filter(number -> {
            if (number.signum() > 0) {
                return true;
            }
            findings.add(path(name), "NOT_POSITIVE", "must be positive");
            return false;
        });
    }

    public Optional<BigDecimal> requiredPositive(String name) {
        required(name);
        return positive(name);
    }

    /// Returns the value of a flag; false if it is absent.
    public boolean flag(String name) {
        var value = present(name);
        if (value.isPresent() && !value.get().isBoolean()) {
            findings.add(path(name), "WRONG_TYPE", "must be true or false");
        }
        return value.isPresent() && value.get().booleanValue(false);
    }

    public Optional<Fields> object(String name) {
        return present(name).flatMap(value -> {
            if (!value.isObject()) {
                findings.add(path(name), "WRONG_TYPE", "must be an object");
                return Optional.empty();
            }
            return Optional.of(new Fields(value, path(name) + ".", findings));
        });
    }

    /// Returns a mandatory object. If it is missing, returns an empty one, so that its missing fields are reported
    /// as well.
    public Fields requiredObject(String name) {
        int before = findings.count();
        return object(name).orElseGet(() -> {
            if (findings.count() == before) {
                findings.add(path(name), "REQUIRED", "is required");
            }
            return new Fields(JsonNodeFactory.instance.objectNode(), path(name) + ".", findings);
        });
    }

    /// Returns a list of 1 to `max` objects.
    public List<Fields> requiredObjects(String name, int max) {
        required(name);
        var value = present(name);
        if (value.isEmpty()) {
            return List.of();
        }
        if (!value.get().isArray()) {
            findings.add(path(name), "WRONG_TYPE", "must be an array of objects");
            return List.of();
        }
        int size = value.get().size();
        if (size > max) {
            findings.named(Refusal.BATCH_TOO_LARGE, path(name), "must have at most " + max + " items");
            return List.of();
        }
        if (size == 0) {
            findings.add(path(name), "REQUIRED", "must have at least one item");
        }
        var items = new ArrayList<Fields>(size);
        for (int i = 0; i < size; i++) {
            var item = value.get().get(i);
            var at = path(name) + "[" + i + "]";
            if (item.isObject()) {
                items.add(new Fields(item, at + ".", findings));
            } else {
                findings.add(at, "WRONG_TYPE", "must be an object");
            }
        }
        return items;
    }

    /// Returns a list of texts in their normal form, each limited in length.
    public List<String> texts(String name, int countMax, int lengthMax) {
        var value = present(name);
        if (value.isEmpty()) {
            return List.of();
        }
        if (!value.get().isArray() || value.get().size() > countMax) {
            findings.add(path(name), "WRONG_TYPE", "must be an array of at most " + countMax + " strings");
            return List.of();
        }
        var texts = new ArrayList<String>();
        for (int at = 0; at < value.get().size(); at++) {
            checked(path(name) + "[" + at + "]", value.get().get(at), lengthMax).ifPresent(texts::add);
        }
        return texts;
    }

    private void required(String name) {
        if (present(name).isEmpty()) {
            findings.add(path(name), "REQUIRED", "is required");
        }
    }

    private Optional<JsonNode> present(String name) {
        var value = node.get(name);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
    }

    private static boolean unprintable(String text) {
        return text.codePoints().anyMatch(Fields::unprintable);
    }

    /// Matches control characters except tabs and line ends, and unpaired surrogates.
    private static boolean unprintable(int point) {
        boolean control = Character.isISOControl(point) && "\n\t\r".indexOf(point) < 0;
        boolean surrogate = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
        return control || surrogate;
    }
}
