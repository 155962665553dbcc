package dev.sluice.dashboard;

import dev.sluice.audit.Deed;
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

/// What somebody does by a form, as the audit log tells it.
final class Deeds {
    private static final String PREFIX = "/dashboard/";
    private static final String ACCOUNT = "account/";
    private static final String ORGANIZATION = "organization";

    /// Stands before the name of what the address says, apart from what the form does.
    private static final String IN_PATH = "path.";

    /// Stands before what a form calls as only the service calls what it writes.
    private static final String IN_FORM = "form.";

    /// Where operators sit is no merchant's business.
    private static final String ELSEWHERE = "–";

    /// As much as an entry tells of a form: entries are kept for good, and read many at a time.
    private static final int FIELDS_MAX = 200;
    private static final int VALUE_LENGTH_MAX = 8_000;
    private static final int LENGTH_MAX = 16_000;

    /// Says how many fields are left out.
    private static final String LEFT_OUT = "…";

    /// With what begins that the service itself writes: whoever names a field of a form so would tell in its stead what
    /// stood before.
    private static final List<String> OWN = List.of(IN_PATH, "before.", IN_FORM, LEFT_OUT);

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._\\-\\[\\]]*");

    /// The fields that no entry has, in small letters: what opens a door. All others are told whole.
    private static final Set<String> SECRET = Set.of("formtoken", "password", "credential");

    /// The same of the forms in which people change how they sign in, where other forms use the names for something
    /// else: `again` is a password there, and a file that is paid once more elsewhere.
    private static final Set<String> SECRET_OF_ONES_OWN = Set.of("before", "again", "proof", "code", "codeforcodes");

    private Deeds() {}

    /// What the form does not say stands beside what it says, and nothing that it says can replace it.
    static Deed of(Visit visit, String template, Form.Told told) {
        var fields = new TreeMap<>(told.given());
        var subject = told.thing().map(UUID::toString).orElse(null);
        for (var parameter : visit.request().pathParameters().entrySet()) {
            subject = parameter.getValue();
            fields.put(IN_PATH + parameter.getKey(), subject);
        }
        fields.putAll(told.before());
        return new Deed(actor(visit, visit.visitor().user()), action(template), subject, fields);
    }

    /// What is done to each of several things by one form; of one alone the form's own entry tells. The other things
    /// stand in that, too.
    static Map<UUID, Deed> each(Visit visit, String template, List<UUID> things) {
        var deeds = new LinkedHashMap<UUID, Deed>();
        if (things.size() > 1) {
            var actor = actor(visit, visit.visitor().user());
            var why = new TreeMap<>(given(visit, template));
            why.keySet().retainAll(Set.of(Why.FIELD));
            things.forEach(thing -> deeds.put(thing, new Deed(actor, action(template), thing.toString(), why)));
        }
        return deeds;
    }

    /// What somebody does who has proved to be a person, and is not in yet, or who did not prove it. What they proved
    /// it with is not told.
    ///
    /// @param address where they sit
    static Deed of(String address, User user, String action, Map<String, String> fields) {
        return new Deed(actor(address, user), action, null, fields);
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
                action(template),
                concern.subject(),
                concern.fields());
    }

    /// What an operator does to an organization, as its own log tells it: to what of it is the last thing that the
    /// address names.
    static Door.Concern concern(
            Visit visit, UUID organizationId, Map<String, String> given, Map<String, String> before) {
        String subject = null;
        for (var parameter : visit.request().pathParameters().entrySet()) {
            subject = parameter.getKey().equals(ORGANIZATION) ? null : parameter.getValue();
        }
        var fields = new TreeMap<>(given);
        fields.putAll(before);
        return new Door.Concern(organizationId, subject, fields);
    }

    /// What was refused before it began. What was tried is told where only the role was in the way: of a form that
    /// comes from elsewhere nobody knows who wrote it.
    static Deed refused(Visit visit, String template, RuntimeException why) {
        var given = why instanceof Forbidden forbidden && forbidden.isByRole()
                ? tried(visit, template)
                : Map.<String, String>of();
        return of(visit, template, Form.Told.of(given));
    }

    private static Map<String, String> tried(Visit visit, String template) {
        try {
            OwnForm.require(visit);
            return bounded(given(visit, template));
        } catch (Forbidden | Refused strange) {
            return Map.of();
        }
    }

    /// What an entry can tell whole: nothing is done of which it could not, since what it leaves out might be hidden
    /// behind what nobody reads.
    static Map<String, String> whole(Map<String, String> given) {
        if (!bounded(given).equals(given)) {
            throw new Forbidden(Forbidden.LONG_FORM);
        }
        return given;
    }

    /// As much as an entry tells. It says of each field how many characters are left out, and of the form how many
    /// fields.
    static Map<String, String> bounded(Map<String, String> given) {
        var told = new TreeMap<String, String>();
        int room = LENGTH_MAX;
        for (var field : given.entrySet()) {
            room -= field.getKey().length();
            if (room < 0 || told.size() == FIELDS_MAX) {
                break;
            }
            var value = field.getValue();
            int length = Math.min(value.length(), Math.min(VALUE_LENGTH_MAX, room));
            told.put(field.getKey(), length == value.length() ? value : cut(value, length));
            room -= length;
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

    /// What a form says, but for its secrets and its files.
    static Map<String, String> given(Visit visit, String template) {
        var given = new TreeMap<String, String>();
        visit.form().all().forEach((name, value) -> {
            if (!name.equals(Amounts.LANGUAGE) && !isSecret(action(template), name)) {
                given.put(told(name), value);
            }
        });
        return given;
    }

    /// What an address asks for, but for what it leaves open.
    static Map<String, String> asked(Visit visit) {
        var asked = new TreeMap<String, String>();
        visit.request().query().all().forEach((name, value) -> {
            if (!value.isBlank()) {
                asked.put(told(name), value);
            }
        });
        return asked;
    }

    /// What a field is called in an entry.
    private static String told(String name) {
        return isOurs(name) ? name : IN_FORM + name;
    }

    /// Whether a field may stand there by its name: none of our forms has one that is not plain, or that looks
    /// like what the service itself writes.
    private static boolean isOurs(String name) {
        var small = name.toLowerCase(Locale.ROOT);
        return PLAIN.matcher(name).matches() && OWN.stream().noneMatch(small::startsWith);
    }

    static boolean isSecret(String action, String field) {
        var name = field.toLowerCase(Locale.ROOT);
        return SECRET.contains(name) || (action.startsWith(ACCOUNT) && SECRET_OF_ONES_OWN.contains(name));
    }

    /// Reports whether a form changes how its sender signs in, of which they get a mail of their own.
    static boolean isOnesOwn(String template) {
        return action(template).startsWith(ACCOUNT);
    }

    static String action(String template) {
        return template.substring(PREFIX.length());
    }

    private static Deed.Actor actor(Visit visit, User user) {
        return actor(visit.request().remoteAddress(), user);
    }

    private static Deed.Actor actor(String address, User user) {
        return new Deed.Actor(
                user.organizationId(), user.id(), user.name(), user.role().name(), address);
    }
}
