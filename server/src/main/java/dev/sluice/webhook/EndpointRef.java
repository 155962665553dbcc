package dev.sluice.webhook;

import java.util.Comparator;
import java.util.UUID;
import org.jdbi.v3.core.statement.SqlStatement;

/// Key of an endpoint.
record EndpointRef(UUID organizationId, UUID endpointId) {
    static final Comparator<EndpointRef> ORDER =
            Comparator.comparing(EndpointRef::organizationId).thenComparing(EndpointRef::endpointId);

    static EndpointRef of(Endpoint endpoint) {
        return new EndpointRef(endpoint.organizationId(), endpoint.id());
    }

    /// Names it in a statement, as `:organization` and `:endpoint`.
    <S extends SqlStatement<S>> S bind(S statement) {
        return statement.bind("organization", organizationId).bind("endpoint", endpointId);
    }
}
