package dev.sluice.dashboard;

import dev.sluice.http.Answer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSession;

/// Response of the in-process API as the client expects it.
record InternalResponse(Answer answer) implements HttpResponse<byte[]> {
    @Override
    public int statusCode() {
        return answer.status();
    }

    @Override
    public byte[] body() {
        return answer.body();
    }

    @Override
    public HttpHeaders headers() {
        var all = answer.headers().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> List.of(each.getValue())));
        all.put("Content-Type", List.of(answer.contentType()));
        return HttpHeaders.of(all, (_, _) -> true);
    }

    @Override
    public HttpRequest request() {
        return HttpRequest.newBuilder(uri()).build();
    }

    @Override
    public Optional<HttpResponse<byte[]>> previousResponse() {
        return Optional.empty();
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return Optional.empty();
    }

    @Override
    public URI uri() {
        return URI.create("http://localhost/");
    }

    @Override
    public HttpClient.Version version() {
        return HttpClient.Version.HTTP_1_1;
    }
}
