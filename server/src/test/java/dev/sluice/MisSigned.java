package dev.sluice;

import dev.sluice.auth.Allowlist;
import dev.sluice.client.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// A program that signs another text than the one it sends.
public final class MisSigned {
    private MisSigned() {}

    /// Sends a payee with a signature that was made of another text, and gives the text that was right.
    ///
    /// @param label of the program's new client
    public static String post(TestService service, Merchant merchant, String label, String payee) {
        var made = service.apiClients().create(merchant.organizationId(), label, Allowlist.ANY);
        var clientId = made.client().clientId();
        var stamp = service.clocks().realInstant().toString();
        var right = RequestSigner.stringToSign(
                clientId, stamp, "POST", "/v1/recipient", "", payee.getBytes(StandardCharsets.UTF_8));
        var signature = RequestSigner.signature(made.secret(), right + "\n");
        try (var program = TestClient.anonymous(service.baseUrl())) {
            program.send(
                            "POST",
                            "/v1/recipient",
                            payee,
                            Map.of("X-Client-ID", clientId, "X-Timestamp", stamp, "X-Signature", signature))
                    .expect(401);
        }
        return right;
    }
}
