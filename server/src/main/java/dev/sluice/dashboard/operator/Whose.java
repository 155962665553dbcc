package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Visit;
import dev.sluice.ledger.Ledger;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Whose rows a list for operators shows, as its form offers the organizations to choose from.
///
/// @param id the organization whose alone are listed, or the house; none for those of all
public record Whose(Chosen chosen, @Nullable UUID id) {
    private static final String ORGANIZATION = "organization";
    private static final String NAMED = "named";

    static Whose of(Visit visit, Deck deck) {
        var id = OperatorPages.askedId(visit, ORGANIZATION);
        return new Whose(
                Chosen.of(deck.ground().organizations(), visit.request().query(), id), id.orElse(null));
    }

    public UUID house() {
        return Ledger.HOUSE;
    }

    public boolean is(UUID organization) {
        return organization.equals(id);
    }

    /// Whether it narrows anything.
    boolean isNarrow() {
        return id != null;
    }

    /// Puts what leads to the same choice; nothing for what is not chosen.
    void into(Map<String, String> parameters) {
        parameters.put(ORGANIZATION, Optional.ofNullable(id).map(UUID::toString).orElse(""));
        parameters.put(NAMED, chosen.named());
    }
}
