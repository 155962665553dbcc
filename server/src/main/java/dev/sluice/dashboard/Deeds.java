package dev.sluice.dashboard;

import dev.sluice.audit.Deed;
import dev.sluice.merchant.User;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What somebody does by a form, as the audit log tells it.
final class Deeds {
    private static final String PREFIX = "/dashboard/";
    /// Where operators sit is no merchant's business.
    private static final String ELSEWHERE = "–";

    private static final int VALUE_LENGTH_MAX = 200;
    private static final List<String> SECRET = List.of("password", "secret", "token", "code", "formkey", "credential");

    /// What every form says of itself.
    private static final Set<String> OWN = Set.of(Amounts.LANGUAGE.toLowerCase(Locale.ROOT));

    /// Fields of people's own forms that hold a password or a code under another name.
    private static final Set<String> PROOFS = Set.of("before", "again", "proof");

    private Deeds() {}

    /// @param more what the form does not say
    static Deed of(Visit visit, String template, Map<String, String> more) {
        return new Deed(
                actor(visit, visit.visitor().user()),
                template.substring(PREFIX.length()),
                visit.request().pathParameters().values().stream().findFirst().orElse(null),
                fields(visit, more));
    }

    /// What somebody does who has proved to be a person, and is not in yet. What they proved it with is not told.
    static Deed of(Visit visit, User user, String action) {
        return new Deed(actor(visit, user), action, null, Map.of());
    }

    /// The same as an organization is told of it that it concerns.
    static Deed of(Visit visit, String template, Door.Concern concern) {
        var user = visit.visitor().user();
        return new Deed(
                new Deed.Actor(
                        concern.organizationId(),
                        user.id(),
                        user.name(),
                        user.role().name(),
                        ELSEWHERE),
                template.substring(PREFIX.length()),
                concern.subject(),
                concern.fields());
    }

    private static Deed.Actor actor(Visit visit, User user) {
        return new Deed.Actor(
                user.organizationId(),
                user.id(),
                user.name(),
                user.role().name(),
                visit.request().remoteAddress());
    }

    /// Files are no fields.
    private static Map<String, String> fields(Visit visit, Map<String, String> more) {
        var fields = new TreeMap<>(more);
        boolean form = visit.request()
                .header("Content-Type")
                .filter(type -> type.startsWith("application/x-www-form-urlencoded"))
                .isPresent();
        if (form) {
            visit.form().all().forEach((name, value) -> {
                var lower = name.toLowerCase(Locale.ROOT);
                if (SECRET.stream().noneMatch(lower::contains) && !PROOFS.contains(lower) && !OWN.contains(lower)) {
                    fields.put(name, value.substring(0, Math.min(value.length(), VALUE_LENGTH_MAX)));
                }
            });
        }
        return fields;
    }
}
