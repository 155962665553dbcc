package dev.sluice.webhook;

import java.util.Comparator;
import java.util.UUID;

/// Which endpoint.
record EndpointRef(UUID organizationId, UUID endpointId) {
    static final Comparator<EndpointRef> ORDER =
            Comparator.comparing(EndpointRef::organizationId).thenComparing(EndpointRef::endpointId);

    static EndpointRef of(Endpoint endpoint) {
        return new EndpointRef(endpoint.organizationId(), endpoint.id());
    }
}
