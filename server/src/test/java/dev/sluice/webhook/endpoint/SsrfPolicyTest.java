package dev.sluice.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.net.SsrfPolicy;
import dev.sluice.webhook.TestReceiver;
import dev.sluice.webhook.delivery.AttemptResult;
import dev.sluice.webhook.delivery.Sender;
import dev.sluice.webhook.delivery.Sender.WebhookRequest;
import dev.sluice.webhook.feed.Message;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Permitted addresses of webhooks, in any notation and for any resolution of a name.
class SsrfPolicyTest {
    private static final UUID ORGANIZATION = new UUID(0, 1);
    private static final InetAddress[] LOOPBACK = {InetAddress.ofLiteral("127.0.0.1")};
    private static final InetAddress[] PUBLIC = {InetAddress.ofLiteral("93.184.215.14")};

    private final SsrfPolicy strict = new SsrfPolicy(InetAddress::getAllByName, false);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.9.9.9",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.1",
                "192.0.2.1",
                "192.88.99.1",
                "192.168.1.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.7",
                "203.0.113.9",
                "224.0.0.1",
                "239.1.1.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "::127.0.0.1",
                "64:ff9b::7f00:1",
                "64:ff9b:1::1",
                "100::1",
                "2001::1",
                "2001:2::1",
                "2001:10::1",
                "2001:db8::1",
                "2002:7f00:1::1",
                "3fff::1",
                "fc00::1",
                "fd12:3456::1",
                "fe80::1",
                "fec0::1",
                "ff02::1",
                "fe80::1%1",
                "2606:4700::1111%1",
                "2606:4700::1111%25lo",
                "[2606:4700::1111%lo]",
                "2130706433",
                "127.1",
                "localhost"
            })
    void what_is_not_public_may_not_be_told(String host) {
        assertThatThrownBy(() -> strict.resolve(host)).isInstanceOf(SsrfPolicy.Forbidden.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.167.255.255",
                "192.169.0.0",
                "223.255.255.255",
                "2606:4700::1111",
                "2a00:1450::1"
            })
    void what_is_public_may_be_told(String host) {
        assertThatCode(() -> strict.resolve(host)).doesNotThrowAnyException();
    }

    @Test
    void our_own_machine_may_be_told_where_things_are_tried_out_and_nothing_else_of_its_kind() {
        var lenient = new SsrfPolicy(InetAddress::getAllByName, true);
        for (var host : List.of("127.0.0.1", "::1", "localhost")) {
            assertThatCode(() -> lenient.resolve(host)).doesNotThrowAnyException();
        }
        for (var host : List.of("10.0.0.1", "0.0.0.0", "169.254.169.254", "::", "fe80::1")) {
            assertThatThrownBy(() -> lenient.resolve(host)).isInstanceOf(SsrfPolicy.Forbidden.class);
        }
    }

    @Test
    void one_address_among_several_that_is_not_public_is_enough() {
        var mixed = new SsrfPolicy(_ -> new InetAddress[] {PUBLIC[0], LOOPBACK[0]}, false);
        assertThatThrownBy(() -> mixed.resolve("mixed.example")).isInstanceOf(SsrfPolicy.Forbidden.class);
    }

    @Test
    void a_name_that_turns_into_our_own_address_after_it_was_checked_reaches_nobody() {
        var asked = new AtomicInteger();
        try (var receiver = new TestReceiver(TestReceiver.answering(200));
                var sender = new Sender(
                        _ -> asked.getAndIncrement() == 0 ? PUBLIC : LOOPBACK, false, Duration.ofSeconds(5))) {
            assertThatCode(() -> sender.require(ORGANIZATION, "rebinding.example"))
                    .doesNotThrowAnyException();
            var result =
                    send(sender, "http://rebinding.example:" + receiver.url().getPort() + "/");
            assertThat(result.isSuccess()).isFalse();
            assertThat(result.error()).contains("not a public address");
            assertThat(asked).hasValue(2);
            assertThat(receiver.received()).isEmpty();
        }
    }

    @Test
    void the_connection_goes_where_the_checked_address_is_and_is_not_looked_up_again() {
        var asked = new AtomicInteger();
        try (var receiver = new TestReceiver(TestReceiver.answering(200));
                var sender = new Sender(
                        _ -> {
                            asked.incrementAndGet();
                            return LOOPBACK;
                        },
                        true,
                        Duration.ofSeconds(5))) {
            var url = "http://pinned.example:" + receiver.url().getPort() + "/hook";
            assertThat(send(sender, url).isSuccess()).isTrue();
            assertThat(asked).hasValue(1);
            assertThat(receiver.received().getFirst().header("host"))
                    .isEqualTo("pinned.example:" + receiver.url().getPort());
        }
    }

    /// `java.net.URI` recognizes no host in such an address.
    @Test
    void a_name_with_an_underscore_is_checked_and_told_like_any_other() {
        try (var receiver = new TestReceiver(TestReceiver.answering(200));
                var lenient = new Sender(_ -> LOOPBACK, true, Duration.ofSeconds(5));
                var strict = new Sender(_ -> LOOPBACK, false, Duration.ofSeconds(5))) {
            var url = "http://back_office.example:" + receiver.url().getPort() + "/hook";
            assertThat(send(strict, url).error()).contains("not a public address");
            assertThat(receiver.received()).isEmpty();
            assertThat(send(lenient, url).isSuccess()).isTrue();
            assertThat(receiver.received().getFirst().header("host"))
                    .isEqualTo("back_office.example:" + receiver.url().getPort());
        }
    }

    @Test
    void a_literal_address_is_checked_when_it_is_used() {
        try (var receiver = new TestReceiver(TestReceiver.answering(200));
                var sender = new Sender(InetAddress::getAllByName, false, Duration.ofSeconds(5))) {
            for (var host : List.of("127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f000001")) {
                var result =
                        send(sender, "http://" + host + ":" + receiver.url().getPort() + "/");
                assertThat(result.isSuccess()).as(host).isFalse();
            }
            assertThat(receiver.received()).isEmpty();
        }
    }

    @Test
    void an_address_with_a_zone_is_never_connected_to() {
        try (var receiver = new TestReceiver(TestReceiver.answering(200));
                var sender = new Sender(_ -> LOOPBACK, true, Duration.ofSeconds(5))) {
            var result = send(sender, "http://[::1%25lo]:" + receiver.url().getPort() + "/");
            assertThat(result.isSuccess()).isFalse();
            assertThat(receiver.received()).isEmpty();
        }
    }

    @Test
    void a_name_that_cannot_be_resolved_is_a_failure_that_says_so() {
        try (var sender = new Sender(
                host -> {
                    throw new UnknownHostException(host);
                },
                false,
                Duration.ofSeconds(5))) {
            assertThat(send(sender, "https://nowhere.example/").error()).contains("cannot be resolved");
        }
    }

    private static AttemptResult send(Sender sender, String url) {
        var secrets = Secrets.fresh(new Random(1));
        var now = InstantSource.system().instant();
        var message = new Message(new UUID(1, 2), "{}".getBytes(StandardCharsets.UTF_8));
        return sender.send(ORGANIZATION, new WebhookRequest(URI.create(url), message, secrets.inUse(now), now));
    }
}
