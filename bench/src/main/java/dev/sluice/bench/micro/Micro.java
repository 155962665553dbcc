package dev.sluice.bench.micro;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// Measures the steps of every request: signature, JSON, fees, encryption. It accepts JMH's own arguments, such as a
/// regular expression for names, `-wi`, `-i` and `-f`; without any, all of it takes about a minute.
public final class Micro {
    private static final int WARMUPS = 3;
    private static final int MEASUREMENTS = 5;
    private static final int FORKS = 1;
    /// JVM options of the service's launcher.
    private static final String[] JAVA_OPTIONS = {
        "-XX:+UseSerialGC",
        "-Xmx256m",
        "-XX:+UseCompactObjectHeaders",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-Duser.timezone=UTC",
        "-Dsluice.log.level=WARN"
    };

    private Micro() {}

    public static void main(String[] arguments) throws CommandLineOptionException, RunnerException {
        var given = new CommandLineOptions(arguments);
        var second = TimeValue.seconds(1);
        var options = new OptionsBuilder()
                .parent(given)
                .warmupIterations(given.getWarmupIterations().orElse(WARMUPS))
                .warmupTime(given.getWarmupTime().orElse(second))
                .measurementIterations(given.getMeasurementIterations().orElse(MEASUREMENTS))
                .measurementTime(given.getMeasurementTime().orElse(second))
                .forks(given.getForkCount().orElse(FORKS))
                .timeUnit(given.getTimeUnit().orElse(TimeUnit.MICROSECONDS))
                .mode(Mode.AverageTime)
                .shouldFailOnError(true)
                .jvmArgs(JAVA_OPTIONS);
        new Runner(options.build()).run();
    }
}
