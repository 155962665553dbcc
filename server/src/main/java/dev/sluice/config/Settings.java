package dev.sluice.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;

/// The given configuration keys and the faults found so far, in the order of the keys' names and of the questions.
final class Settings {
    static final String PREFIX = "SLUICE_";

    private static final Set<String> KEYS = Set.of(
            "SLUICE_PORT",
            "SLUICE_HOST",
            "SLUICE_BASE_URL",
            "SLUICE_ENVIRONMENT",
            "SLUICE_DATA_DIR",
            "SLUICE_DATABASE_URL",
            "SLUICE_DATABASE_OWNER_URL",
            "SLUICE_TRUSTED_PROXIES",
            "SLUICE_RATE_LIMIT",
            "SLUICE_WORKERS",
            "SLUICE_WEBHOOK_LOOPBACK",
            "SLUICE_REQUEST_LOG",
            "SLUICE_MASTER_KEY",
            "SLUICE_PREVIOUS_MASTER_KEY",
            "SLUICE_BREACHED_PASSWORDS_URL",
            "SLUICE_OWNER_CHANGE_WAIT",
            "SLUICE_APPROVER_WAIT",
            TlsPolicy.KEY,
            "SLUICE_STELLAR_HORIZON",
            "SLUICE_STELLAR_PASSPHRASE",
            "SLUICE_STELLAR_SECRET_SEED",
            "SLUICE_STELLAR_CHANNEL_SEEDS",
            "SLUICE_STELLAR_DEPOSIT_ACCOUNT",
            "SLUICE_STELLAR_FEE_MAX",
            BankValues.KEY);

    /// Keys that the launcher or the logging set-up reads before there is a configuration.
    private static final Set<String> LAUNCHER_KEYS = Set.of("SLUICE_JAVA_OPTS", "SLUICE_HEAP", "SLUICE_LOG_FORMAT");

    /// Keys of clients, in the environment of a shell that sourced `demo.env`.
    private static final Set<String> CLIENT_KEYS = Set.of(
            "SLUICE_CLIENT_ID",
            "SLUICE_CLIENT_SECRET",
            "SLUICE_API_KEY",
            "SLUICE_DASHBOARD_URL",
            "SLUICE_DASHBOARD_EMAIL",
            "SLUICE_DASHBOARD_PASSWORD",
            "SLUICE_OPERATOR_EMAIL",
            "SLUICE_OPERATOR_PASSWORD");

    private static final int TYPO_EDITS_MAX = 3;

    /// Variables that Kubernetes sets in a pod for each Service beside it. Those of a Service called `sluice`, or
    /// `sluice-` and more, have the prefix of the configuration.
    private static final Pattern LINK = Pattern.compile(
            "SLUICE_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    private static final Pattern LINKED = Pattern.compile("(tcp|udp|sctp)://.*");

    private final Map<String, Given> given;
    private final List<String> faults;

    /// A value and its source, for the message if it is malformed.
    private record Given(String text, String source) {}

    private Settings(Map<String, Given> given, List<String> faults) {
        this.given = given;
        this.faults = faults;
    }

    static Settings read(Map<String, String> env, Path yaml) {
        var faults = new ArrayList<String>();
        var given = new TreeMap<String, Given>();
        SettingsFile.read(yaml, faults)
                .forEach((key, text) -> given.put(key, new Given(text, " in " + yaml.getFileName())));
        env.forEach((key, text) -> {
            if (key.startsWith(PREFIX)) {
                given.put(key, new Given(text.strip(), ""));
            }
        });
        refuseLinks(given, faults);
        given.forEach((key, value) -> {
            if (!isKnown(key)) {
                faults.add(key + value.source() + " is not a known setting" + suggestion(key));
            }
            if (LAUNCHER_KEYS.contains(key) && !value.source().isEmpty()) {
                faults.add(key + value.source() + " has no effect there; it is read from the environment");
            }
        });
        given.values().removeIf(value -> value.text().isEmpty());
        return new Settings(given, faults);
    }

    /// Reports the common cause of all such variables once. They are refused like other unknown keys.
    private static void refuseLinks(Map<String, Given> given, List<String> faults) {
        var links = given.entrySet().stream()
                .filter(each -> each.getValue().source().isEmpty())
                .filter(each -> LINK.matcher(each.getKey()).matches()
                        || LINKED.matcher(each.getValue().text()).matches())
                .map(Map.Entry::getKey)
                .toList();
        if (!links.isEmpty()) {
            faults.add(String.join(", ", links) + ": set by Kubernetes for a Service of that name;"
                    + " give the pod enableServiceLinks: false");
            links.forEach(given::remove);
        }
    }

    private static boolean isKnown(String key) {
        return KEYS.contains(key)
                || LAUNCHER_KEYS.contains(key)
                || CLIENT_KEYS.contains(key)
                || RateValues.KEYS.contains(key)
                || MailSettings.KEYS.contains(key)
                || EvmSettings.KEYS.contains(key)
                || ScreeningValues.KEYS.contains(key)
                || EvmSettings.OF_NETWORK.matcher(key).matches();
    }

    /// Returns the key's value, or the default if the key is missing or malformed; the latter is a fault.
    <T> T value(String key, String otherwise, Function<String, T> grammar) {
        return optional(key, grammar).orElseGet(() -> grammar.apply(otherwise));
    }

    <T> Optional<T> optional(String key, Function<String, T> grammar) {
        var value = given.get(key);
        if (value == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(grammar.apply(value.text()));
        } catch (IllegalArgumentException e) {
            faults.add(key + value.source() + " " + e.getMessage());
            return Optional.empty();
        }
    }

    /// Adds a fault if a value is malformed that other components read.
    void check(String key, Function<String, ?> grammar) {
        optional(key, grammar);
    }

    void require(String key, String reason) {
        if (!given.containsKey(key)) {
            faults.add(key + " is missing: " + reason);
        }
    }

    /// Adds a fault if a key has a forbidden value.
    void refuse(String key, boolean wrong, String reason) {
        var value = given.get(key);
        if (value != null && wrong) {
            faults.add(key + value.source() + " must not be on: " + reason);
        }
    }

    /// Returns the given keys of a form, in the order of their names.
    List<String> given(Pattern keys) {
        return given.keySet().stream().filter(keys.asMatchPredicate()).toList();
    }

    /// Adds a fault if a key is given without another one that it needs.
    void needs(String key, String other) {
        if (given.containsKey(key) && !given.containsKey(other)) {
            faults.add(other + " is missing: " + key + " has no effect without it");
        }
    }

    /// Adds a fault if two keys are given that exclude each other.
    void excludes(String key, String other) {
        if (given.containsKey(key) && given.containsKey(other)) {
            faults.add(key + " and " + other + " are both given; one is enough");
        }
    }

    /// Adds a fault of several values together.
    void fault(String line) {
        faults.add(line);
    }

    void throwFaults() throws Config.Invalid {
        if (!faults.isEmpty()) {
            throw new Config.Invalid(faults);
        }
    }

    private static String suggestion(String key) {
        var distance = LevenshteinDistance.getDefaultInstance();
        // Half of a short name must match, or it would be similar to any other.
        int editsMax = Math.min(TYPO_EDITS_MAX, (key.length() - PREFIX.length()) / 2);
        return Stream.of(
                        KEYS.stream(),
                        RateValues.KEYS.stream(),
                        MailSettings.KEYS.stream(),
                        EvmSettings.KEYS.stream(),
                        ScreeningValues.KEYS.stream())
                .flatMap(Function.identity())
                .filter(known -> distance.apply(key, known) <= editsMax)
                .min((one, other) -> distance.apply(key, one) - distance.apply(key, other))
                .map(known -> "; did you mean " + known + "?")
                .orElse("");
    }
}
