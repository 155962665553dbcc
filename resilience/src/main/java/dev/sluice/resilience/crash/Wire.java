package dev.sluice.resilience.crash;

import dev.sluice.resilience.proxy.Exchange;
import dev.sluice.resilience.proxy.Fault;
import dev.sluice.resilience.proxy.PostgresProxy;
import dev.sluice.resilience.stage.Pauses;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/// Connection between the service and its database, with its current fault.
final class Wire implements AutoCloseable {
    private final LongAdder faults = new LongAdder();
    private final PostgresProxy proxy;
    private volatile Function<Exchange, Fault> trouble = Wire::well;

    Wire(InetSocketAddress database) {
        this.proxy = PostgresProxy.before(database, this::decide);
    }

    int port() {
        return proxy.port();
    }

    /// Applies a fault to requests for some time, and returns the number of affected ones.
    long suffer(Function<Exchange, Fault> happens, Duration time) {
        long before = faults.sum();
        trouble = happens;
        Pauses.pause(time);
        trouble = Wire::well;
        return faults.sum() - before;
    }

    /// Breaks all connections, and returns their number.
    int cut() {
        return proxy.reset();
    }

    private static Fault well(Exchange exchange) {
        return Fault.NONE;
    }

    private Fault decide(Exchange exchange) {
        var fault = trouble.apply(exchange);
        if (!fault.equals(Fault.NONE)) {
            faults.increment();
        }
        return fault;
    }

    @Override
    public void close() {
        proxy.close();
    }
}
