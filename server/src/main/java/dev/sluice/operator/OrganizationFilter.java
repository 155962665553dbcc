package dev.sluice.operator;

import dev.sluice.dashboard.PageContext;
import dev.sluice.ledger.Ledger;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Filter of an operators' list by organization, with the organizations to choose from.
///
/// @param id the only organization to list, or the house; null for all
public record OrganizationFilter(
        OrganizationPicker picker, @Nullable UUID id) {
    private static final String ORGANIZATION = "organization";
    private static final String NAMED = "organizationName";

    static OrganizationFilter of(PageContext context, OperatorServices services) {
        var id = OperatorPages.idParameter(context, ORGANIZATION);
        return new OrganizationFilter(
                OrganizationPicker.of(
                        services.core().organizations(), context.request().query(), id),
                id.orElse(null));
    }

    public UUID house() {
        return Ledger.PLATFORM;
    }

    public boolean is(UUID organization) {
        return organization.equals(id);
    }

    /// Reports whether it filters.
    boolean isFiltered() {
        return id != null;
    }

    /// Adds the query parameters of the same choice, empty if unset.
    void into(Map<String, String> parameters) {
        parameters.put(ORGANIZATION, Optional.ofNullable(id).map(UUID::toString).orElse(""));
        parameters.put(NAMED, picker.named());
    }
}
