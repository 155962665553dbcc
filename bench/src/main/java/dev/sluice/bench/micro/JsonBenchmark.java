package dev.sluice.bench.micro;

import dev.sluice.http.Json;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import tools.jackson.databind.JsonNode;

/// JSON of one payout: parsing the request, and building and writing the answer.
@State(Scope.Benchmark)
public class JsonBenchmark {
    private byte[] request = Sample.request();

    @Benchmark
    public JsonNode parseRequest() {
        return Json.parse(request);
    }

    @Benchmark
    public byte[] writeAnswer() {
        return Json.bytes(Sample.answer());
    }
}
