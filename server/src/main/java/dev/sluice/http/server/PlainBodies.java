package dev.sluice.http.server;

import io.helidon.http.Headers;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.encoding.ContentEncodingContextConfig;

/// Turns content codings off in the web server (RFC 9110, 8.4.1): it passes bodies through unchanged. [HeadFaults]
/// refuses a body with a coding other than `identity`, the one for no coding.
final class PlainBodies implements ContentEncodingContext {
    /// The only accepted content coding.
    static final String CODING = "identity";

    private final ContentEncodingContext none = ContentEncodingContext.builder()
            .contentEncodingsDiscoverServices(false)
            .build();

    @Override
    public ContentEncodingContextConfig prototype() {
        return none.prototype();
    }

    @Override
    public boolean contentEncodingEnabled() {
        return false;
    }

    @Override
    public boolean contentDecodingEnabled() {
        return true;
    }

    @Override
    public boolean contentEncodingSupported(String coding) {
        return isPlain(coding);
    }

    @Override
    public boolean contentDecodingSupported(String coding) {
        return true;
    }

    /// Returns true if the coding leaves a body unchanged.
    static boolean isPlain(String coding) {
        return coding.strip().equalsIgnoreCase(CODING);
    }

    @Override
    public ContentEncoder encoder(String coding) {
        return ContentEncoder.NO_OP;
    }

    @Override
    public ContentDecoder decoder(String coding) {
        return ContentDecoder.NO_OP;
    }

    @Override
    public ContentEncoder encoder(Headers headers) {
        return ContentEncoder.NO_OP;
    }
}
