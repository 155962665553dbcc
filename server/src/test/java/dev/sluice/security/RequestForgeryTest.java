package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// API7:2023, server side request forgery: merchant-defined addresses. `SsrfPolicyTest` covers names that resolve
/// differently after their check; `WebhookDispatcherTest` and `HttpSourceTest` cover redirects.
class RequestForgeryTest {
    private static final String ENDPOINTS = "/v1/webhook/endpoint";

    private static TestService service;
    private static Merchant merchant;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of("SLUICE_WEBHOOK_LOOPBACK", "off"));
        merchant = Merchant.at(service);
    }

    @AfterAll
    static void stop() {
        merchant.close();
        service.close();
    }

    private static String body(String url) {
        return "{\"url\":\"" + url.replace("\\", "\\\\") + "\"}";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/",
                "http://127.1.2.3/",
                "http://localhost/",
                "http://LOCALHOST./",
                "http://a.localhost/",
                "http://[::1]/",
                "http://[0:0:0:0:0:0:0:1]/",
                "http://[::]/",
                "http://[::ffff:127.0.0.1]/",
                "http://[::ffff:7f00:1]/",
                "http://[fd00::1]/",
                "http://[fe80::1]/",
                "http://[fe80::1%25lo]/",
                "http://[fec0::1]/",
                "http://[64:ff9b::7f00:1]/",
                "http://[2002:7f00:1::]/",
                "http://169.254.169.254/latest/meta-data/",
                "http://[fd00:ec2::254]/",
                "http://169.254.170.2/",
                "http://10.0.0.1/",
                "http://172.16.0.1/",
                "http://192.168.1.1/",
                "http://100.64.0.1/",
                "http://0.0.0.0/",
                "http://0/",
                "http://2130706433/",
                "http://0x7f000001/",
                "http://0x7f.0.0.1/",
                "http://0177.0.0.1/",
                "http://017700000001/",
                "http://127.1/",
                "http://127.0.0.1./",
                "http://255.255.255.255/",
                "http://224.0.0.1/",
                "http://user:password@shop.example/",
                "http://shop.example@127.0.0.1/",
                "http://127.0.0.1#@shop.example/",
                "http://127.0.0.1\\@shop.example/",
                "http://shop.example:0/",
                "http://①②⑦.⓪.⓪.①/",
                "http://127。0。0。1/",
                "http://loc\u00adalhost/",
                "file:///etc/passwd",
                "ftp://shop.example/",
                "gopher://127.0.0.1:6379/_INFO",
                "jar:http://shop.example/x!/",
                "dict://127.0.0.1/",
                "javascript:alert(1)",
                "data:text/plain,x",
                "//127.0.0.1/",
                "/relative",
                "",
                " ",
                "http://",
                "http:/127.0.0.1/",
            })
    void an_address_that_leads_inside_is_neither_registered_nor_changed_to(String url) {
        merchant.client().post(ENDPOINTS, body(url)).expect(400);
        var created = merchant.client()
                .post(ENDPOINTS, body("https://93.184.215.14/hook"))
                .expect(201);
        var path = ENDPOINTS + "/" + Merchant.text(created.data(), "id");
        merchant.client().patch(path, body(url)).expect(400);
        assertThat(Merchant.text(merchant.client().get(path).data(), "url")).isEqualTo("https://93.184.215.14/hook");
        merchant.client().delete(path).expect(200);
    }

    @Test
    void nobody_inside_is_called() throws IOException {
        try (var inside = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            for (var host : List.of("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433")) {
                merchant.client()
                        .post(ENDPOINTS, body("http://" + host + ":" + inside.getLocalPort() + "/"))
                        .expect(400);
            }
            merchant.paid("1234567890", "10000");
            inside.setSoTimeout(1_000);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(inside::accept))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "JaVaScRiPt:alert(1)",
                "data:text/html,<script>alert(1)</script>",
                "vbscript:x",
                "file:///etc/passwd",
                "//evil.example/",
                "/relative",
                "https://",
                "blob:https://x/1",
                "https://user:password@shop.example/",
                " javascript:alert(1)",
                "java\\u0000script:alert(1)",
                "java\\tscript:alert(1)",
                "https://shop.example/\\r\\nSet-Cookie: a=b",
            })
    void a_payer_is_sent_to_web_pages_alone(String url) {
        for (var field : List.of("successUrl", "cancelUrl")) {
            var answer = merchant.client()
                    .post(
                            "/v1/checkout",
                            "{\"inputCurrency\":\"IDR\",\"inputAmount\":250000,\"" + field + "\":\"" + url + "\"}");
            assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
            assertThat(Merchant.text(answer.json().at("/details/0"), "field")).isEqualTo(field);
        }
    }
}
