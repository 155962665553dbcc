package dev.sluice.auth;

import dev.sluice.http.Answer;
import dev.sluice.http.Request;
import dev.sluice.refusal.Refused;
import java.util.UUID;

/// Is told of each request of a program that an organization can be named for, once its answer is there. It takes no
/// time and fails never, for the answer waits.
public interface Witness {
    /// Who does not care.
    Witness NOBODY = new Witness() {
        @Override
        public void answered(Asker asker, Request request, Answer answer, long nanos) {}

        @Override
        public void refused(Asker asker, Request request, Refused refused, long nanos) {}
    };

    /// Whose client or key a request names, whether it proved to be theirs or not.
    record Asker(UUID organizationId, UUID actorId) {
        static Asker of(Caller caller) {
            return new Asker(caller.organizationId(), caller.actorId());
        }
    }

    void answered(Asker asker, Request request, Answer answer, long nanos);

    void refused(Asker asker, Request request, Refused refused, long nanos);
}
