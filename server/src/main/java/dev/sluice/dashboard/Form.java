package dev.sluice.dashboard;

import dev.sluice.merchant.Permission;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Who may send a form, and what the audit log has of it.
///
/// @param permission nothing where whoever has signed in may
/// @param question whether it never does anything
/// @param asks whether it does nothing this time
/// @param before what stands until then
/// @param organization whom it concerns that is not the visitor's
/// @param things that it is about, by their ids, where its address does not say so
/// @param fields names of what a sensitive form sends, those of lists with an asterisk; null where nobody approves it
/// @param sensitive whether it may change who may do what: a second person may have to approve it, and owners get a
/// mail
record Form(
        String template,
        @Nullable Permission permission,
        boolean question,
        Predicate<Visit> asks,
        Function<Visit, Map<String, String>> before,
        Function<Visit, Optional<UUID>> organization,
        Function<Visit, List<UUID>> things,
        @Nullable List<String> fields,
        boolean sensitive) {
    /// A form that does something, of which nothing more is said.
    static Form of(String template, @Nullable Permission permission) {
        return new Form(
                template,
                permission,
                false,
                _ -> false,
                _ -> Map.of(),
                _ -> Optional.empty(),
                _ -> List.of(),
                null,
                false);
    }

    Form asking() {
        return new Form(template, permission, true, _ -> true, before, organization, things, fields, sensitive);
    }

    Form asking(Predicate<Visit> when) {
        return new Form(template, permission, question, when, before, organization, things, fields, sensitive);
    }

    Form before(Function<Visit, Map<String, String>> what) {
        return new Form(template, permission, question, asks, what, organization, things, fields, sensitive);
    }

    Form concerning(Function<Visit, Optional<UUID>> whom) {
        return new Form(template, permission, question, asks, before, whom, things, fields, sensitive);
    }

    Form about(Function<Visit, List<UUID>> which) {
        return new Form(template, permission, question, asks, before, organization, which, fields, sensitive);
    }

    /// A sensitive form that a second person may have to approve.
    Form asSensitive(List<String> names) {
        return new Form(template, permission, question, asks, before, organization, things, names, true);
    }

    Form asSensitive() {
        return new Form(template, permission, question, asks, before, organization, things, fields, true);
    }

    /// What an entry tells of it.
    ///
    /// @param thing the one that it is about
    /// @param organization whom it concerns beside the one whose people did it
    record Told(
            Map<String, String> given, Map<String, String> before, Optional<UUID> organization, Optional<UUID> thing) {
        static final Told NOTHING = of(Map.of());

        static Told of(Map<String, String> given) {
            return new Told(given, Map.of(), Optional.empty(), Optional.empty());
        }

        /// What an address asks for.
        static Told asked(Visit visit) {
            return of(Deeds.bounded(Deeds.asked(visit)));
        }
    }

    /// Nothing, where it only asks.
    Optional<Told> told(Visit visit) {
        var given = Deeds.given(visit, template);
        return asks.test(visit)
                ? Optional.empty()
                : Optional.of(
                        new Told(Deeds.whole(given), before.apply(visit), organization.apply(visit), theOnly(visit)));
    }

    private Optional<UUID> theOnly(Visit visit) {
        var all = things.apply(visit);
        return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
    }
}
