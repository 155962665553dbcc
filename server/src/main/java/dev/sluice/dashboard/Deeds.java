package dev.sluice.dashboard;

import dev.sluice.audit.Deed;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What somebody does by a form, as the audit log tells it.
final class Deeds {
    private static final String PREFIX = "/dashboard/";
    private static final int VALUE_LENGTH_MAX = 200;
    private static final List<String> SECRET = List.of("password", "secret", "token", "code", "formkey", "credential");

    private Deeds() {}

    /// @param more what the form does not say
    static Deed of(Visit visit, String template, Map<String, String> more) {
        var who = visit.visitor();
        return new Deed(
                new Deed.Actor(
                        who.organizationId(),
                        who.user().id(),
                        who.user().name(),
                        who.user().role().name(),
                        visit.request().remoteAddress()),
                template.substring(PREFIX.length()),
                visit.request().pathParameters().values().stream().findFirst().orElse(null),
                fields(visit, more));
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
                if (SECRET.stream().noneMatch(lower::contains)) {
                    fields.put(name, value.substring(0, Math.min(value.length(), VALUE_LENGTH_MAX)));
                }
            });
        }
        return fields;
    }
}
