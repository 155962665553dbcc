package dev.sluice.signin;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.AttestedCredentialDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.AuthenticatorTransport;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import com.webauthn4j.util.exception.WebAuthnException;
import com.webauthn4j.verifier.exception.MaliciousCounterValueException;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Parses and verifies WebAuthn answers of browsers (Web Authentication, level 3). It requests no attestation, so the
/// model of a device is unproved. Every answer has to prove user verification by finger, face or PIN.
final class WebAuthn {
    /// Permitted signature algorithms in order of preference, by COSE number: Ed25519, ECDSA and RSA with SHA-256.
    static final List<Long> ALGORITHMS = List.of(-8L, -7L, -257L);

    private static final Logger LOG = LoggerFactory.getLogger(WebAuthn.class);

    /// Some devices create only RSA keys of this length (Windows Hello on older machines). A shorter key is too
    /// weak.
    private static final int RSA_BITS_MIN = 2048;

    private static final int ANSWER_LENGTH_MAX = 20_000;
    private static final int TRANSPORTS_MAX = 8;
    private static final String TRANSPORT = "[a-z-]{1,20}";
    private static final boolean VERIFIED = true;
    private static final boolean PRESENT = true;
    private static final List<PublicKeyCredentialParameters> PARAMETERS = ALGORITHMS.stream()
            .map(number -> new PublicKeyCredentialParameters(
                    PublicKeyCredentialType.PUBLIC_KEY, COSEAlgorithmIdentifier.create(number)))
            .toList();

    private final ObjectConverter converter = new ObjectConverter();
    private final WebAuthnManager library = WebAuthnManager.createNonStrictWebAuthnManager(converter);
    private final AttestedCredentialDataConverter credentials = new AttestedCredentialDataConverter(converter);

    /// A new passkey, verified.
    record NewPasskey(
            byte[] credentialId,
            byte[] credential,
            long signCount,
            boolean backupEligible,
            boolean backedUp,
            List<String> transports) {}

    /// Verifies the answer to a request for a new passkey.
    ///
    /// @return nothing if the answer is invalid
    Optional<NewPasskey> newPasskey(String answer, RelyingParty party, byte[] challenge) {
        return understood(answer, () -> {
            RegistrationData data = library.parseRegistrationResponseJSON(answer);
            library.verify(data, new RegistrationParameters(server(party, challenge), PARAMETERS, VERIFIED, PRESENT));
            var authenticatorData =
                    Objects.requireNonNull(data.getAttestationObject()).getAuthenticatorData();
            var credential = Objects.requireNonNull(authenticatorData.getAttestedCredentialData());
            requireStrong(credential.getCOSEKey().getPublicKey());
            return new NewPasskey(
                    credential.getCredentialId(),
                    credentials.convert(credential),
                    authenticatorData.getSignCount(),
                    authenticatorData.isFlagBE(),
                    authenticatorData.isFlagBS(),
                    transports(data.getTransports()));
        });
    }

    private static void requireStrong(@Nullable PublicKey key) {
        if (key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() < RSA_BITS_MIN) {
            throw new IllegalArgumentException(
                    "its RSA key has " + rsa.getModulus().bitLength() + " bits");
        }
    }

    /// A signature as the browser sent it: parsed, but not verified.
    ///
    /// @param userHandle the user that the device stored; null if it does not send one
    record Signed(byte[] credentialId, byte @Nullable [] userHandle, AuthenticationData data) {
        @Override
        public String toString() {
            return "Signed[]";
        }
    }

    @SuppressWarnings("NullAway") // The library's annotations are of another kind; arrays confuse the two.
    Optional<Signed> signed(String answer) {
        return understood(answer, () -> {
            var data = library.parseAuthenticationResponseJSON(answer);
            return new Signed(Objects.requireNonNull(data.getCredentialId()), data.getUserHandle(), data);
        });
    }

    /// State that a device reports with a valid signature.
    record VerifiedAssertion(long signCount, boolean backedUp) {}

    /// Verifies a signature.
    ///
    /// @return nothing unless this passkey signed this challenge for this host, with user verification
    Optional<VerifiedAssertion> verified(Signed signed, Passkey passkey, RelyingParty party, byte[] challenge) {
        try {
            var credential = new CredentialRecordImpl(
                    new NoneAttestationStatement(),
                    VERIFIED,
                    passkey.backupEligible(),
                    passkey.backedUp(),
                    passkey.signCount(),
                    credentials.convert(passkey.credential()),
                    null,
                    null,
                    null,
                    null);
            library.verify(
                    signed.data(),
                    new AuthenticationParameters(
                            server(party, challenge), credential, List.of(passkey.credentialId()), VERIFIED, PRESENT));
            var data = Objects.requireNonNull(signed.data().getAuthenticatorData());
            return Optional.of(new VerifiedAssertion(data.getSignCount(), data.isFlagBS()));
        } catch (MaliciousCounterValueException copied) {
            LOG.warn("{} was refused: its signature counter went back, so a copy of it may exist", passkey);
            return Optional.empty();
        } catch (WebAuthnException refused) {
            LOG.info("{} was refused: {}", passkey, refused.getMessage());
            return Optional.empty();
        }
    }

    /// Treats every exception as an invalid answer: input is untrusted, and the library reports errors by many
    /// types.
    private static <T> Optional<T> understood(String answer, Supplier<T> reading) {
        if (answer.isEmpty() || answer.length() > ANSWER_LENGTH_MAX) {
            return Optional.empty();
        }
        try {
            return Optional.of(reading.get());
        } catch (RuntimeException notUnderstood) {
            LOG.info("a passkey response was refused: {}", notUnderstood.getMessage());
            return Optional.empty();
        }
    }

    private static ServerProperty server(RelyingParty party, byte[] challenge) {
        return ServerProperty.builder()
                .origin(new Origin(party.origin()))
                .rpId(party.id())
                .challenge(new DefaultChallenge(challenge))
                .build();
    }

    private static List<String> transports(@Nullable Set<AuthenticatorTransport> transports) {
        return transports == null
                ? List.of()
                : transports.stream()
                        .map(AuthenticatorTransport::getValue)
                        .filter(each -> each.matches(TRANSPORT))
                        .sorted()
                        .limit(TRANSPORTS_MAX)
                        .toList();
    }
}
