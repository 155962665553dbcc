package dev.sluice.app;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.Scope;
import dev.sluice.client.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A client with a signature that does not match its request.
public final class MisSigned {
    private MisSigned() {}

    /// Sends a payee with a wrong signature, and returns the text that should have been signed.
    ///
    /// @param label label of the new API client
    public static String post(TestService service, Merchant merchant, String label, String payee) {
        return send(service, merchant, label, "POST", "", payee);
    }

    /// Searches a payee with a wrong signature, and returns the text that should have been signed.
    public static String search(TestService service, Merchant merchant, String label, String query) {
        return send(service, merchant, label, "GET", query, null);
    }

    private static String send(
            TestService service, Merchant merchant, String label, String method, String query, @Nullable String body) {
        var made = service.apiClients().create(merchant.organizationId(), label, Scope.ALL, Allowlist.ANY);
        var clientId = made.client().clientId();
        var stamp = service.clocks().realInstant().toString();
        var bytes = (body == null ? "" : body).getBytes(StandardCharsets.UTF_8);
        var right = RequestSigner.stringToSign(clientId, stamp, method, "/v1/recipient", query, bytes);
        var signature = RequestSigner.signature(made.secret(), right + "\n");
        try (var program = TestClient.anonymous(service.baseUrl())) {
            program.send(
                            method,
                            query.isEmpty() ? "/v1/recipient" : "/v1/recipient?" + query,
                            body,
                            Map.of("X-Client-ID", clientId, "X-Timestamp", stamp, "X-Signature", signature))
                    .expect(401);
        }
        return right;
    }
}
