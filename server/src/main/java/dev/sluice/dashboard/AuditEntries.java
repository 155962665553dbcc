package dev.sluice.dashboard;

import dev.sluice.audit.AuditAction;
import dev.sluice.http.Excerpt;
import dev.sluice.merchant.User;
import dev.sluice.refusal.Refused;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

/// Builds audit entries from the forms that people send.
final class AuditEntries {
    private static final String PREFIX = "/dashboard/";
    private static final String ACCOUNT = "account/";
    private static final String ORGANIZATION = "organization";

    /// Prefix of path parameters, which keeps them apart from form fields.
    private static final String IN_PATH = "path.";

    /// Prefix of form fields with names that are reserved for the service.
    private static final String IN_FORM = "form.";

    /// Placeholder for the network address of an operator, which merchants may not see.
    private static final String ELSEWHERE = "–";

    /// Limits on the form data in an entry: entries are stored forever, and many are read at a time.
    private static final int FIELDS_MAX = 200;
    private static final int VALUE_LENGTH_MAX = 8_000;
    private static final int LENGTH_MAX = 16_000;

    /// Key for the number of omitted fields.
    private static final String LEFT_OUT = "…";

    /// Prefixes that are reserved for the service. Without them, a sender could name a form field so that it
    /// replaces, for example, the previous value in the entry.
    private static final List<String> OWN = List.of(IN_PATH, "before.", IN_FORM, LEFT_OUT);

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._\\-\\[\\]]*");

    /// Lower-case names of fields with secrets, which no entry contains. All other fields are recorded in full.
    private static final Set<String> SECRET = Set.of("formtoken", "password", "credential");

    /// Secret fields of the forms in which people change how they sign in. Other forms may use these
    /// names for something else.
    private static final Set<String> SECRET_OF_ONES_OWN =
            Set.of("before", "passwordconfirmation", "proof", "code", "codeforcodes");

    private AuditEntries() {}

    /// Builds the entry of a form. Path parameters and previous values are added last, so that no form field can
    /// replace them.
    static AuditAction of(PageContext context, String template, Form.AuditData auditData) {
        var fields = new TreeMap<>(auditData.fields());
        var subject = auditData.thing().map(UUID::toString).orElse(null);
        for (var parameter : context.request().pathParameters().entrySet()) {
            subject = parameter.getValue();
            fields.put(IN_PATH + parameter.getKey(), subject);
        }
        fields.putAll(auditData.before());
        return new AuditAction(actor(context, context.visitor().user()), action(template), subject, fields);
    }

    /// Builds an entry for each of several resources of one form. For a single resource, the entry of the form
    /// suffices. The entry of the form lists all the resources, too.
    static Map<UUID, AuditAction> each(PageContext context, String template, List<UUID> things) {
        var actions = new LinkedHashMap<UUID, AuditAction>();
        if (things.size() > 1) {
            var actor = actor(context, context.visitor().user());
            var reasons = new TreeMap<>(formFields(context, template));
            reasons.keySet().retainAll(Set.of(OptionalReason.FIELD));
            things.forEach(
                    thing -> actions.put(thing, new AuditAction(actor, action(template), thing.toString(), reasons)));
        }
        return actions;
    }

    /// Builds the entry of a sign-in step of a user who has no session yet. It omits the credentials.
    ///
    /// @param address network address of the user
    static AuditAction of(String address, User user, String action, Map<String, String> fields) {
        return new AuditAction(actor(address, user), action, null, fields);
    }

    /// Builds the entry of the same action for the log of the organization that it concerns.
    static AuditAction of(PageContext context, String template, DashboardGuard.Concern concern) {
        var user = context.visitor().user();
        return new AuditAction(
                new AuditAction.Actor(
                        concern.organizationId(),
                        user.id(),
                        user.name(),
                        user.role().name(),
                        ELSEWHERE),
                action(template),
                concern.subject(),
                concern.fields());
    }

    /// Describes an operator's action for the log of the affected organization. The subject is the last path
    /// parameter unless that is the organization itself.
    static DashboardGuard.Concern concern(
            PageContext context, UUID organizationId, Map<String, String> given, Map<String, String> before) {
        String subject = null;
        for (var parameter : context.request().pathParameters().entrySet()) {
            subject = parameter.getKey().equals(ORGANIZATION) ? null : parameter.getValue();
        }
        var fields = new TreeMap<>(given);
        fields.putAll(before);
        return new DashboardGuard.Concern(organizationId, subject, fields);
    }

    /// Builds the entry of a form that was refused before it ran. It records the form data only if the role was
    /// missing: the author of a forged form is unknown.
    static AuditAction refused(PageContext context, String template, RuntimeException exception) {
        var given = exception instanceof Forbidden forbidden && forbidden.isByRole()
                ? tried(context, template)
                : Map.<String, String>of();
        return of(context, template, Form.AuditData.of(given));
    }

    private static Map<String, String> tried(PageContext context, String template) {
        try {
            CsrfCheck.require(context);
            return bounded(formFields(context, template));
        } catch (Forbidden | Refused strange) {
            return Map.of();
        }
    }

    /// Returns the form data if an entry can hold all of it. Longer forms are refused: otherwise a sender could
    /// hide the relevant part among the omitted data.
    static Map<String, String> requireComplete(Map<String, String> given) {
        if (!bounded(given).equals(given)) {
            throw new Forbidden(Forbidden.LONG_FORM);
        }
        return given;
    }

    /// Truncates form data to the limits of an entry. Each cut value ends with the number of omitted characters,
    /// and one more key counts the omitted fields.
    static Map<String, String> bounded(Map<String, String> given) {
        var told = new TreeMap<String, String>();
        int capacity = LENGTH_MAX;
        for (var field : given.entrySet()) {
            capacity -= field.getKey().length();
            if (capacity < 0 || told.size() == FIELDS_MAX) {
                break;
            }
            var value = field.getValue();
            int length = Math.min(value.length(), Math.min(VALUE_LENGTH_MAX, capacity));
            told.put(field.getKey(), length == value.length() ? value : cut(value, length));
            capacity -= length;
        }
        if (told.size() < given.size()) {
            told.put(LEFT_OUT, "+" + (given.size() - told.size()));
        }
        return told;
    }

    private static String cut(String value, int length) {
        var begin = Excerpt.of(value, length);
        return begin + "… +" + (value.length() - begin.length());
    }

    /// Returns the fields of the form without its secrets and files.
    static Map<String, String> formFields(PageContext context, String template) {
        var given = new TreeMap<String, String>();
        context.form().all().forEach((name, value) -> {
            if (!name.equals(Amounts.LANGUAGE) && !isSecret(action(template), name)) {
                given.put(fieldName(name), value);
            }
        });
        return given;
    }

    /// Returns the query parameters that are not blank.
    static Map<String, String> queryParameters(PageContext context) {
        var asked = new TreeMap<String, String>();
        context.request().query().all().forEach((name, value) -> {
            if (!value.isBlank()) {
                asked.put(fieldName(name), value);
            }
        });
        return asked;
    }

    /// Returns the name of a field in an entry.
    private static String fieldName(String name) {
        return isOurs(name) ? name : IN_FORM + name;
    }

    /// Reports whether a field may keep its name. Our forms have only plain names, none of which looks reserved
    /// for the service.
    private static boolean isOurs(String name) {
        var small = name.toLowerCase(Locale.ROOT);
        return PLAIN.matcher(name).matches() && OWN.stream().noneMatch(small::startsWith);
    }

    static boolean isSecret(String action, String field) {
        var name = field.toLowerCase(Locale.ROOT);
        return SECRET.contains(name) || (action.startsWith(ACCOUNT) && SECRET_OF_ONES_OWN.contains(name));
    }

    /// Reports whether a form changes how its sender signs in; the sender gets a mail of their own about it.
    static boolean isOnesOwn(String template) {
        return action(template).startsWith(ACCOUNT);
    }

    static String action(String template) {
        return template.substring(PREFIX.length());
    }

    private static AuditAction.Actor actor(PageContext context, User user) {
        return actor(context.request().remoteAddress(), user);
    }

    private static AuditAction.Actor actor(String address, User user) {
        return new AuditAction.Actor(
                user.organizationId(), user.id(), user.name(), user.role().name(), address);
    }
}
