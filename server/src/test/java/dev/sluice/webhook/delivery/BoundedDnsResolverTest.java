package dev.sluice.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.Eventually;
import dev.sluice.refusal.Refused;
import dev.sluice.webhook.TestReceiver;
import dev.sluice.webhook.delivery.Sender.WebhookRequest;
import dev.sluice.webhook.endpoint.EndpointHostCheck;
import dev.sluice.webhook.endpoint.Secrets;
import dev.sluice.webhook.feed.Message;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Names that never resolve delay only the organizations that use them.
class BoundedDnsResolverTest {
    private static final UUID HOSTILE = new UUID(0, 1);
    private static final UUID HONEST = new UUID(0, 2);
    private static final int FLOOD = 300;
    private static final Set<Thread.State> IDLE = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private final CountDownLatch ending = new CountDownLatch(1);
    private final AtomicInteger hanging = new AtomicInteger();
    private final AtomicInteger known = new AtomicInteger();
    private final ExecutorService asking = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void end() {
        ending.countDown();
        asking.shutdownNow();
    }

    /// Names of `blackhole.example` have name servers that never answer.
    private InetAddress[] resolve(String host) throws UnknownHostException {
        if (!host.endsWith("blackhole.example")) {
            known.incrementAndGet();
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
        }
        hanging.incrementAndGet();
        try {
            ending.await();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
        throw new UnknownHostException(host);
    }

    private static void eventually(BooleanSupplier come) {
        Eventually.within(Duration.ofSeconds(20), "so many look-ups wait", come);
    }

    @Test
    void a_flood_of_names_that_hang_keeps_no_other_organization_waiting() throws Exception {
        try (var receiver = new TestReceiver(TestReceiver.answering(200));
                var sender = new Sender(this::resolve, true, Duration.ofSeconds(2))) {
            for (int i = 0; i < FLOOD; i++) {
                var host = i + ".blackhole.example";
                asking.submit(() -> send(sender, HOSTILE, "http://" + host + "/"));
            }
            eventually(() -> hanging.get() >= BoundedDnsResolver.PER_ORGANIZATION_MAX);
            for (int i = 0; i < 20; i++) {
                long begun = System.nanoTime();
                var url = "http://" + i + ".example:" + receiver.url().getPort() + "/";
                assertThat(send(sender, HONEST, url).isSuccess()).isTrue();
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(2));
            }
            assertThat(hanging).hasValue(BoundedDnsResolver.PER_ORGANIZATION_MAX);
        }
    }

    @Test
    void who_gave_up_waiting_is_not_looked_up_any_more() throws Exception {
        try (var resolver = new BoundedDnsResolver(this::resolve, Duration.ofMillis(200))) {
            var asked = new ArrayList<Future<InetAddress[]>>();
            for (int i = 0; i < FLOOD; i++) {
                var host = i + ".blackhole.example";
                asked.add(asking.submit(() -> resolver.resolve(HOSTILE, host)));
            }
            for (var each : asked) {
                assertThatThrownBy(each::get).hasRootCauseInstanceOf(UnknownHostException.class);
            }
            ending.countDown();
            assertThatCode(() -> resolver.resolve(HOSTILE, "known.example")).doesNotThrowAnyException();
            assertThat(hanging).hasValue(BoundedDnsResolver.PER_ORGANIZATION_MAX);
        }
    }

    @Test
    void one_name_is_looked_up_once_for_all_who_ask_at_the_same_time() throws Exception {
        try (var resolver = new BoundedDnsResolver(this::resolve, Duration.ofMillis(300))) {
            var asked = new ArrayList<Future<InetAddress[]>>();
            for (int i = 0; i < FLOOD; i++) {
                asked.add(asking.submit(() -> resolver.resolve(HOSTILE, "same.blackhole.example")));
            }
            for (var each : asked) {
                assertThatThrownBy(each::get).hasRootCauseInstanceOf(UnknownHostException.class);
            }
            assertThat(hanging).hasValue(1);
            resolver.resolve(HOSTILE, "known.example");
            resolver.resolve(HOSTILE, "known.example");
            assertThat(known).as("what is known is not kept").hasValue(2);
        }
    }

    @Test
    void a_few_requests_of_an_organization_wait_for_names_and_further_ones_come_later() throws Exception {
        try (var sender = new Sender(this::resolve, true, Duration.ofSeconds(8))) {
            var hostCheck = new EndpointHostCheck(sender);
            var waiting = new CopyOnWriteArrayList<Thread>();
            for (int i = 0; i < EndpointHostCheck.PER_ORGANIZATION_MAX; i++) {
                asking.submit(() -> {
                    waiting.add(Thread.currentThread());
                    hostCheck.require(HOSTILE, "same.blackhole.example");
                    return null;
                });
            }
            Thread.sleep(200);
            eventually(() -> waiting.size() == EndpointHostCheck.PER_ORGANIZATION_MAX
                    && waiting.stream().allMatch(each -> IDLE.contains(each.getState())));
            assertThatThrownBy(() -> hostCheck.require(HOSTILE, "known.example"))
                    .isInstanceOfSatisfying(
                            Refused.class,
                            refused -> assertThat(refused.refusal().status()).isEqualTo(429));
            assertThatCode(() -> hostCheck.require(HONEST, "known.example")).doesNotThrowAnyException();
            ending.countDown();
            eventually(() -> {
                try {
                    hostCheck.require(HOSTILE, "known.example");
                    return true;
                } catch (Refused | UnknownHostException still) {
                    return false;
                }
            });
        }
    }

    private static AttemptResult send(Sender sender, UUID organization, String url) {
        var secrets = Secrets.fresh(new Random(1));
        var now = InstantSource.system().instant();
        var message = new Message(new UUID(1, 2), "{}".getBytes(StandardCharsets.UTF_8));
        return sender.send(organization, new WebhookRequest(URI.create(url), message, secrets.inUse(now), now));
    }
}
