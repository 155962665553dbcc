package dev.sluice.auth;

import dev.sluice.http.Answer;
import dev.sluice.http.Request;
import dev.sluice.refusal.Refused;
import java.util.UUID;

/// Observer of programs' requests that can be attributed to an organization, called after the answer is computed. It
/// is fast and never throws, because the answer waits for it.
public interface RequestObserver {
    /// Observer that ignores everything.
    RequestObserver NOBODY = new RequestObserver() {
        @Override
        public void answered(Asker asker, Request request, Answer answer, long nanos) {}

        @Override
        public void refused(Asker asker, Request request, Refused refused, long nanos) {}
    };

    /// Organization and client or key that a request names, authenticated or not.
    record Asker(UUID organizationId, UUID actorId) {
        static Asker of(Caller caller) {
            return new Asker(caller.organizationId(), caller.actorId());
        }
    }

    void answered(Asker asker, Request request, Answer answer, long nanos);

    void refused(Asker asker, Request request, Refused refused, long nanos);
}
