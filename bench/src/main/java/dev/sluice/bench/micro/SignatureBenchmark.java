package dev.sluice.bench.micro;

import dev.sluice.client.RequestSigner;
import java.time.Instant;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// Signature of a request with a body of about 200 bytes: signing by the client, and verification by the service.
@State(Scope.Benchmark)
public class SignatureBenchmark {
    private static final String METHOD = "POST";
    private static final String PATH = "/v2/disbursement/fiat";

    private String clientId = "cl_9Zk3vQx1TtYw5LmN8rPs";
    private String secret = "cs_test_4dJk7hWq2ZxV9nTb6LmYc8RfPs1GgUeA3oKiQwXtHjM";
    private String timestamp = "2026-01-15T09:30:00.250Z";
    private Instant now = Instant.parse("2026-01-15T09:30:01.125Z");
    private byte[] body = Sample.request();
    private SignatureCheck check = new SignatureCheck(clientId, secret);
    private SignatureCheck.Signed signed = new SignatureCheck.Signed(
            clientId, timestamp, signature(clientId, secret, timestamp, body), METHOD, PATH, "", body);

    @Benchmark
    public String sign() {
        return signature(clientId, secret, timestamp, body);
    }

    @Benchmark
    public boolean check() {
        return check.passes(signed, now);
    }

    private static String signature(String clientId, String secret, String timestamp, byte[] body) {
        return RequestSigner.signature(secret, RequestSigner.stringToSign(clientId, timestamp, METHOD, PATH, "", body));
    }
}
