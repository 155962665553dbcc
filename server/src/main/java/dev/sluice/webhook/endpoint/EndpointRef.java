package dev.sluice.webhook.endpoint;

import java.util.Comparator;
import java.util.UUID;
import org.jdbi.v3.core.statement.SqlStatement;

/// Key of an endpoint.
public record EndpointRef(UUID organizationId, UUID endpointId) {
    public static final Comparator<EndpointRef> ORDER =
            Comparator.comparing(EndpointRef::organizationId).thenComparing(EndpointRef::endpointId);

    public static EndpointRef of(Endpoint endpoint) {
        return new EndpointRef(endpoint.organizationId(), endpoint.id());
    }

    /// Names it in a statement, as `:organization` and `:endpoint`.
    public <S extends SqlStatement<S>> S bind(S statement) {
        return statement.bind("organization", organizationId).bind("endpoint", endpointId);
    }
}
