package dev.sluice.dashboard;

import dev.sluice.merchant.Permission;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Form of the dashboard: its permission and its audit data.
///
/// @param permission required permission; null if every signed-in user may send it
/// @param question true if it never changes anything
/// @param asks tests if it changes nothing this time
/// @param before returns the previous values
/// @param organization returns the affected organization if it is not the visitor's
/// @param things returns the ids of the affected resources if the path does not contain them
/// @param fields names of the fields of a sensitive form, list fields with an asterisk; null if it needs no approval
/// @param sensitive true if it may change permissions: a second person may have to approve it, and owners get a mail
record Form(
        String template,
        @Nullable Permission permission,
        boolean question,
        Predicate<PageContext> asks,
        Function<PageContext, Map<String, String>> before,
        Function<PageContext, Optional<UUID>> organization,
        Function<PageContext, List<UUID>> things,
        @Nullable List<String> fields,
        boolean sensitive) {
    /// Returns a form that changes something, without further properties.
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

    Form asking(Predicate<PageContext> when) {
        return new Form(template, permission, question, when, before, organization, things, fields, sensitive);
    }

    Form before(Function<PageContext, Map<String, String>> what) {
        return new Form(template, permission, question, asks, what, organization, things, fields, sensitive);
    }

    Form concerning(Function<PageContext, Optional<UUID>> whom) {
        return new Form(template, permission, question, asks, before, whom, things, fields, sensitive);
    }

    Form about(Function<PageContext, List<UUID>> which) {
        return new Form(template, permission, question, asks, before, organization, which, fields, sensitive);
    }

    /// Makes this a sensitive form that a second person may have to approve.
    Form asSensitive(List<String> names) {
        return new Form(template, permission, question, asks, before, organization, things, names, true);
    }

    Form asSensitive() {
        return new Form(template, permission, question, asks, before, organization, things, fields, true);
    }

    /// Audit data of a form.
    ///
    /// @param organization affected organization besides the visitor's own
    /// @param thing the affected resource, if there is exactly one
    record AuditData(
            Map<String, String> fields, Map<String, String> before, Optional<UUID> organization, Optional<UUID> thing) {
        static final AuditData NOTHING = of(Map.of());

        static AuditData of(Map<String, String> given) {
            return new AuditData(given, Map.of(), Optional.empty(), Optional.empty());
        }

        /// Returns the audit data of a request's query parameters.
        static AuditData fromQuery(PageContext context) {
            return of(AuditEntries.bounded(AuditEntries.queryParameters(context)));
        }
    }

    /// Returns the audit data; empty if the form only asks.
    Optional<AuditData> auditData(PageContext context) {
        var given = AuditEntries.formFields(context, template);
        return asks.test(context)
                ? Optional.empty()
                : Optional.of(new AuditData(
                        AuditEntries.requireComplete(given),
                        before.apply(context),
                        organization.apply(context),
                        theOnly(context)));
    }

    private Optional<UUID> theOnly(PageContext context) {
        var all = things.apply(context);
        return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
    }
}
