package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.http.Contract;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Every operation of the contract has a call in the client, and every call is an operation: the test calls all public
/// methods with samples, and records their requests.
class ClientOperationsTest {
    private static final Set<String> CONTRACT = Contract.load().operations();

    /// Requests by method and path.
    private static final List<String> ASKED = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void callEverything() throws IOException, ReflectiveOperationException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                ASKED.add(exchange.getRequestMethod() + " "
                        + exchange.getRequestURI().getPath());
                var answer = "{\"statusCode\":200,\"message\":\"Done\",\"data\":{}}".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            }
        });
        server.start();
        var base = "http://127.0.0.1:" + server.getAddress().getPort();
        try (var client = SluiceClient.builder()
                .baseUrl(URI.create(base))
                .apiKey("sk")
                .retries(RetryPolicy.none())
                .build()) {
            for (var group : groups()) {
                for (var call : calls(group.getReturnType())) {
                    call(group.invoke(client), call);
                }
            }
        } finally {
            server.stop(0);
        }
    }

    @AfterAll
    static void forget() {
        ASKED.clear();
    }

    @Test
    void every_operation_of_the_merchant_has_a_call() {
        assertThat(covered())
                .containsAll(CONTRACT.stream()
                        .filter(each -> each.matches("[A-Z]+ /v[0-9]+/.*"))
                        .toList());
    }

    @Test
    void every_call_is_an_operation_of_a_subject_that_the_contract_has() {
        assertThat(ASKED.stream()
                        .filter(each -> CONTRACT.stream()
                                .anyMatch(operation -> subject(operation).equals(subject(each))))
                        .filter(each -> operation(each).isEmpty()))
                .isEmpty();
    }

    private static List<String> covered() {
        return ASKED.stream().flatMap(each -> operation(each).stream()).toList();
    }

    /// Returns the operation of a request: the match with the fewest parameters.
    private static List<String> operation(String asked) {
        return CONTRACT.stream()
                .filter(each -> asked.matches(pattern(each)))
                .min(Comparator.comparingLong(each ->
                        each.chars().filter(character -> character == '{').count()))
                .stream()
                .toList();
    }

    private static String pattern(String operation) {
        return Arrays.stream(operation.split("/", -1))
                .map(each -> each.startsWith("{") ? "[^/]+" : Pattern.quote(each))
                .reduce((before, each) -> before + "/" + each)
                .orElseThrow();
    }

    /// The word after the version: `deposit` of `GET /v1/deposit/fiat`.
    private static String subject(String operation) {
        var parts = operation.split("/");
        return parts.length > 2 ? parts[2] : "";
    }

    private static List<Method> groups() {
        return Stream.of(SluiceClient.class.getDeclaredMethods())
                .filter(each -> Modifier.isPublic(each.getModifiers()))
                .filter(each -> !Modifier.isStatic(each.getModifiers()))
                .filter(each -> each.getParameterCount() == 0)
                .filter(each -> each.getReturnType().getPackage() == SluiceClient.class.getPackage())
                .toList();
    }

    private static List<Method> calls(Class<?> group) {
        return Stream.of(group.getDeclaredMethods())
                .filter(each -> Modifier.isPublic(each.getModifiers()))
                .toList();
    }

    /// The answer does not fit most calls; the test ignores that.
    private static void call(Object group, Method call) throws ReflectiveOperationException {
        var values = new Object[call.getParameterCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = Samples.of(call.getGenericParameterTypes()[i]);
        }
        int before = ASKED.size();
        try {
            if (call.invoke(group, values) instanceof Stream<?> stream) {
                stream.limit(1).forEach(_ -> {});
            }
        } catch (InvocationTargetException refused) {
            assertThat(refused.getCause()).as("%s", call).isInstanceOf(SluiceException.class);
        } catch (SluiceException unreadable) {
            assertThat(unreadable.status()).as("%s", call).isEqualTo(200);
        }
        assertThat(ASKED).as("%s asks for nothing", call).hasSizeGreaterThan(before);
    }
}
