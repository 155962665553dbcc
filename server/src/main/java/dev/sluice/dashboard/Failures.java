package dev.sluice.dashboard;

import dev.sluice.client.SluiceException;
import dev.sluice.http.Answer;
import dev.sluice.refusal.Refused;
import dev.sluice.signin.SessionOver;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Maps failures of pages to error pages and statuses.
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private Failures() {}

    /// Returns the answer of a page, or an error page if it fails.
    static Answer shown(PageContext context, Supplier<Answer> work) {
        try {
            return work.get();
        } catch (Forbidden forbidden) {
            return context.problem(403, forbidden.reason);
        } catch (SessionOver _) {
            return RequestOrigin.toSignIn(context.request());
        } catch (SluiceException refused) {
            return refused.status() == 404
                    ? context.problem(404, "notFound")
                    : context.problem(refused.status(), "refused", Problems.inAll(refused));
        } catch (Refused refused) {
            int status = refused.refusal().status();
            return status == 404
                    ? context.problem(404, "notFound")
                    : context.problem(status, "refused", context.wording().of(refused.text()));
        } catch (RuntimeException bug) {
            var request = context.request();
            LOG.error("page {} {} {} failed", request.id(), request.method(), request.path(), bug);
            return context.problem(500, "failed", request.id());
        }
    }

    /// Returns the HTTP status of a failure, for the audit log.
    static int statusOf(RuntimeException failed) {
        return switch (failed) {
            case Forbidden _ -> 403;
            case SessionOver _ -> 401;
            case SluiceException refused -> refused.status();
            case Refused refused -> refused.refusal().status();
            default -> 500;
        };
    }
}
