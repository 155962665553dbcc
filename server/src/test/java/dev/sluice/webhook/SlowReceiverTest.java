package dev.sluice.webhook;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.webhook.endpoint.Endpoints;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// A receiver that accepts messages and never answers, during a test message.
class SlowReceiverTest extends MerchantTest {
    @Test
    void an_organization_waits_for_a_few_tests_at_once_and_hears_so_at_once_of_more() throws Exception {
        var mayEnd = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var receiver = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            threads.submit(() -> {
                while (true) {
                    var held = receiver.accept();
                    threads.submit(() -> {
                        mayEnd.await();
                        held.close();
                        return held;
                    });
                }
            });
            try {
                var url = "http://127.0.0.1:" + receiver.getLocalPort() + "/";
                var endpoint = text(
                        merchant.client()
                                .post("/v1/webhook/endpoint", "{\"url\":\"" + url + "\",\"types\":[\"*\"]}")
                                .expect(201)
                                .data(),
                        "id");
                var path = "/v1/webhook/endpoint/" + endpoint + "/test";
                var answers = new ExecutorCompletionService<Reply>(threads);
                for (int asked = 0; asked <= Endpoints.TESTS_AT_ONCE_MAX; asked++) {
                    answers.submit(() -> merchant.client().post(path, null));
                }
                var first = answers.take().get();
                assertThat(first.status()).isEqualTo(429);
                assertThat(first.header("Retry-After")).isNotBlank();
                mayEnd.countDown();
                for (int asked = 0; asked < Endpoints.TESTS_AT_ONCE_MAX; asked++) {
                    assertThat(answers.take().get().status()).isEqualTo(200);
                }
            } finally {
                mayEnd.countDown(); // else what is held, and so this test, would never end
            }
        }
    }
}
