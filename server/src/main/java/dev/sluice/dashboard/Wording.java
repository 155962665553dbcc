package dev.sluice.dashboard;

import dev.sluice.client.model.Activity;
import dev.sluice.http.Answer;
import dev.sluice.http.Decimals;
import dev.sluice.http.Json;
import dev.sluice.page.Phrases;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Translates the service's messages for people: refusals, problems of fields and payment activities. The service has
/// one language and plain numbers for programs. A message is recognized by its English text; an unknown one stays
/// unchanged.
public final class Wording {
    private static final String BUNDLE = "wording";

    /// Bundle with the display names of a recipient's fields, by the service's names.
    private static final String FIELDS = "dashboard.recipient";

    private static final int ERROR_MIN = 400;
    private static final int DECIMALS_MAX = 30;

    /// A number or amount, and the word after it.
    private static final Pattern NUMBER = Pattern.compile("(-?\\d{1,40}(?:\\.\\d{1,40})?)( [A-Za-z0-9-]{1,40})?");
    private static final Pattern FIELD = Pattern.compile("bank\\.[A-Za-z{]+");
    private static final Phrases PHRASES = Phrases.of(texts(BUNDLE, DashboardGuard.LANGUAGES.getFirst()));
    private static final Map<String, Wording> BY_LANGUAGE = new ConcurrentHashMap<>();

    private final Texts texts;
    private final Texts fields;

    private Wording(Locale language) {
        this.texts = texts(BUNDLE, language);
        this.fields = texts(FIELDS, language);
    }

    private static Texts texts(String bundle, Locale language) {
        return Texts.of(bundle, language.toLanguageTag(), DashboardGuard.LANGUAGES);
    }

    public static Wording of(Locale language) {
        return BY_LANGUAGE.computeIfAbsent(language.getLanguage(), _ -> new Wording(language));
    }

    /// Returns the translations for the language of some texts.
    public static Wording of(Texts page) {
        return of(page.locale());
    }

    public String of(String english) {
        return find(english).orElse(english);
    }

    /// Translates a text; empty if it is not known.
    public Optional<String> find(String english) {
        return PHRASES.find(english)
                .map(match -> labelled(
                        match.key(),
                        texts.get(
                                match.key(),
                                match.places().stream().map(this::written).toArray())));
    }

    /// Replaces field names of a bank account by the labels of forms: `bank.country` becomes "Country". User input
    /// within the message stays unchanged.
    private String labelled(String key, String text) {
        if (!FIELD.matcher(texts.format(key).toPattern()).find()) {
            return text;
        }
        return FIELD.matcher(text).replaceAll(this::label);
    }

    private String label(MatchResult field) {
        return Matcher.quoteReplacement(
                fields.find(field.group()).map(label -> "“" + label + "”").orElse(field.group()));
    }

    /// Formats a number in the language; returns anything else unchanged.
    private Object written(Object place) {
        var number = NUMBER.matcher(String.valueOf(place));
        var value = number.matches() ? Decimals.read(number.group(1)) : Optional.<BigDecimal>empty();
        if (value.isEmpty()) {
            return place;
        }
        var format = NumberFormat.getNumberInstance(texts.locale());
        format.setMaximumFractionDigits(DECIMALS_MAX);
        format.setMinimumFractionDigits(Math.max(0, value.get().scale()));
        return format.format(value.get()) + Objects.requireNonNullElse(number.group(2), "");
    }

    /// Returns the message about a request as a whole, given the messages of its fields. A reused idempotency key
    /// is explained as a form that was sent before, because people do not see keys.
    ///
    /// @param code code of the refusal
    /// @param text message of the service
    /// @param details translated messages of the fields
    String general(String code, String text, List<String> details) {
        if (code.equals(Refusal.IDEMPOTENCY_KEY_REUSED.code())) {
            return texts.get("formSentBefore");
        }
        if (!code.equals(Refusal.VALIDATION_FAILED.code()) || details.isEmpty()) {
            return of(text);
        }
        var first = details.getFirst();
        return details.size() == 1
                ? first.substring(0, 1).toUpperCase(texts.locale()) + first.substring(1)
                : texts.get("several", details.size());
    }

    /// Returns the reason for a failed or returned payout; empty if the code is not known.
    public Optional<String> failure(String code) {
        return texts.find("failure." + code);
    }

    public Activity of(Activity step) {
        return new Activity(of(step.activity()), step.status(), of(step.description()), step.updatedAt());
    }

    /// Translates an error response of the service; returns any other response unchanged.
    Answer of(Answer answer) {
        if (answer.status() < ERROR_MIN || !(Json.parse(answer.body()) instanceof ObjectNode error)) {
            return answer;
        }
        var details = error.path("details").valueStream().map(this::reworded).toList();
        error.put(
                "message",
                general(error.path("code").asString(""), error.path("message").asString(""), details));
        return answer.withBody(Json.bytes(error));
    }

    private String reworded(JsonNode detail) {
        var text = of(detail.path("message").asString(""));
        if (detail instanceof ObjectNode object) {
            object.put("message", text);
        }
        return text;
    }
}
