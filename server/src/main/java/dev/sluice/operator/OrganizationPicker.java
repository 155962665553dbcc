package dev.sluice.operator;

import dev.sluice.dashboard.PageContext;
import dev.sluice.http.Query;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Organizations;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// Organizations to choose from: all if they are few, else those found by a part of their name.
///
/// @param chosen id of the selected one
/// @param named search text for their names
/// @param more true if there are more of that name
public record OrganizationPicker(List<Organization> organizations, String chosen, String named, boolean more) {
    private static final int SHOWN_MAX = 50;
    private static final String NAMED = "organizationName";
    private static final String STEP = "step";
    private static final String FIND = "find";

    public OrganizationPicker {
        organizations = List.copyOf(organizations);
    }

    /// @param id of the selected one, which is always shown
    static OrganizationPicker of(Organizations all, Query query, Optional<UUID> id) {
        var named = query.text(NAMED).map(String::strip).orElse("");
        var found = all.named(named, SHOWN_MAX + 1, 0);
        var shown = found.stream().limit(SHOWN_MAX);
        var chosen = id.flatMap(all::find);
        return new OrganizationPicker(
                Stream.concat(
                                chosen.stream(),
                                shown.filter(
                                        each -> !chosen.map(Organization::id).equals(Optional.of(each.id()))))
                        .toList(),
                chosen.map(each -> each.id().toString()).orElse(""),
                named,
                found.size() > SHOWN_MAX);
    }

    /// Reports whether a form only searches for organizations by name.
    static boolean isFinding(PageContext context) {
        return OperatorPages.parameter(context, STEP).filter(FIND::equals).isPresent();
    }

    /// Reports whether the list is long enough for a search field.
    public boolean isSearchable() {
        return more || !named.isEmpty();
    }
}
