package dev.sluice.notification;

import dev.sluice.db.Database;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Users' choices of notices by mail, and their languages.
public final class Choices {
    private final Database database;

    public Choices(Database database) {
        this.database = database;
    }

    /// Returns the kinds that a user gets by mail: the chosen ones, or those that are usual for the role. Only
    /// kinds that the user may see are included.
    public Set<Kind> byMail(User user) {
        return database.read(handle -> ChoiceStore.find(handle, user.organizationId(), user.id()))
                .map(row -> byMail(user.role(), row))
                .orElseGet(() -> usual(user.role()));
    }

    /// Sets the kinds. Those that the user's role may not see are left out.
    public void choose(User user, Set<Kind> kinds) {
        var chosen = NotificationStore.names(
                kinds.stream().filter(Kind.of(user.role())::contains).sorted().toList());
        database.run(tx -> ChoiceStore.choose(tx, user.organizationId(), user.id(), chosen));
    }

    /// Records the user's language at the dashboard, if it changed.
    public void setLanguage(User user, String language) {
        boolean known = database.read(handle -> ChoiceStore.find(handle, user.organizationId(), user.id()))
                .filter(row -> language.equals(row.language()))
                .isPresent();
        if (!known) {
            database.run(tx -> ChoiceStore.setLanguage(tx, user.organizationId(), user.id(), language));
        }
    }

    /// Recipient of a mail and the language; an empty language is unknown.
    record Recipient(User user, String language) {}

    /// Returns the users among some with a kind by mail: they have access, and have signed in before.
    List<Recipient> recipients(List<User> people, Kind kind) {
        var rows = database.read(handle -> ChoiceStore.of(handle, people)).stream()
                .collect(Collectors.toMap(ChoiceStore.Row::userId, Function.identity()));
        return people.stream()
                .filter(user -> user.disabledAt().isEmpty() && !user.invited())
                .filter(user -> byMail(user.role(), rows.get(user.id())).contains(kind))
                .map(user -> new Recipient(user, language(rows.get(user.id()))))
                .toList();
    }

    private static String language(ChoiceStore.@Nullable Row row) {
        var language = row == null ? null : row.language();
        return language == null ? "" : language;
    }

    private static Set<Kind> byMail(Role role, ChoiceStore.@Nullable Row row) {
        var chosen = row == null ? null : row.byMail();
        if (chosen == null) {
            return usual(role);
        }
        var kinds = EnumSet.noneOf(Kind.class);
        Stream.of(chosen.split(","))
                .filter(name -> !name.isEmpty())
                .map(Kind::valueOf)
                .forEach(kinds::add);
        kinds.retainAll(Kind.of(role));
        return kinds;
    }

    private static Set<Kind> usual(Role role) {
        var kinds = EnumSet.noneOf(Kind.class);
        Kind.of(role).stream().filter(kind -> kind.isMailedTo(role)).forEach(kinds::add);
        return kinds;
    }
}
