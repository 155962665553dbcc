package dev.sluice.dashboard.settings;

import dev.sluice.checkout.CheckoutLook;
import dev.sluice.checkout.CheckoutLooks;
import dev.sluice.checkout.CheckoutPreview;
import dev.sluice.checkout.CheckoutRoom;
import dev.sluice.colour.Colour;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Seen;
import dev.sluice.dashboard.Seen.Difference;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.http.Answer;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.merchant.Logo;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Look of an organization's payment pages: colors, name, support contact and logo, with a preview.
public final class SettingsPages {
    static final String PATH = "/dashboard/settings";
    static final String BUNDLE = "dashboard.settings";

    private static final String LOOK = PATH + "/look";
    private static final String NONE = "none";

    private final Door door;
    private final Organizations organizations;
    private final References references;
    private final CheckoutLooks looks;
    private final CheckoutPreview preview;
    private final MethodPages methods;

    public SettingsPages(Door door, Organizations organizations, References references, CheckoutRoom checkout) {
        this.door = door;
        this.organizations = organizations;
        this.references = references;
        this.looks = checkout.looks();
        this.preview = checkout.preview();
        this.methods = new MethodPages(door, references, looks);
    }

    public List<Route> routes() {
        var permission = Permission.CHANGE_SETTINGS;
        return Stream.concat(
                        Stream.of(
                                door.page(PATH, permission, this::stored),
                                door.action(LOOK, permission, this::lookBefore, Why.optional(this::setLook)),
                                door.page(PATH + "/preview", permission, this::preview),
                                door.page(PATH + "/logo", permission, this::logo),
                                door.action(PATH + "/logo", permission, this::logoBefore, Why.optional(this::setLogo)),
                                door.action(
                                        PATH + "/logo/remove",
                                        permission,
                                        this::logoBefore,
                                        Why.optional(this::removeLogo))),
                        methods.routes().stream())
                .toList();
    }

    private Answer stored(Visit visit) {
        return stored(visit, 200, Problems.none());
    }

    private Answer stored(Visit visit, int status, Problems problems) {
        var stored = LookForm.of(looks.of(organizationId(visit)));
        return show(visit, status, stored, problems, Seen.of(stored.fields()));
    }

    private Answer show(Visit visit, int status, LookForm form, Problems problems, Seen seen) {
        var texts = visit.texts(BUNDLE);
        var organization = visit.visitor().organization();
        var logo = organizations.get(organization.id()).logo();
        return visit.page(
                status,
                "dashboard/settings/settings.jte",
                Section.SETTINGS,
                texts.get("title"),
                frame -> new Settings(
                        frame,
                        texts,
                        problems,
                        form,
                        seen,
                        Why.typed(visit),
                        organization.name(),
                        logo == null ? null : PATH + "/logo?" + logo,
                        Logo.BYTES_MAX / 1024,
                        usualCurrency(references).map(_ -> previewed(form)).orElse(null)));
    }

    private static String previewed(LookForm form) {
        return Links.of(PATH + "/preview", form.fields());
    }

    private Map<String, String> lookBefore(Visit visit) {
        var before = new TreeMap<String, String>();
        LookForm.of(looks.of(organizationId(visit)))
                .fields()
                .forEach((field, value) -> before.put("before." + field, value));
        return before;
    }

    private Answer setLook(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var form = LookForm.of(visit.form());
        Problems problems;
        try {
            visit.form().findings().throwIfAny();
            problems = form.problems(texts);
        } catch (Refused refused) {
            problems = Problems.of(refused, visit.wording());
        }
        if (!problems.isEmpty()) {
            return show(visit, 400, form, problems, Seen.sent(visit));
        }
        return Seen.orOvertaken(() -> set(visit, form.look()), () -> overtaken(visit, form));
    }

    private Answer set(Visit visit, CheckoutLook look) {
        var seen = Seen.sent(visit);
        var wanted = LookForm.of(look).fields();
        looks.set(
                organizationId(visit),
                look,
                stored -> seen.allows(LookForm.of(stored).fields(), wanted));
        return visit.goTo(PATH, visit.texts(BUNDLE).get("saved"));
    }

    /// Shows the input with the stored values that differ.
    private Answer overtaken(Visit visit, LookForm form) {
        var now = LookForm.of(looks.of(organizationId(visit))).fields();
        var problems = Seen.problems(
                visit,
                door.last(visit, LOOK),
                Difference.between(form.fields(), now),
                now.keySet(),
                visit.texts(BUNDLE)::get);
        return show(visit, 409, form, problems, Seen.of(now));
    }

    /// Shows the preview. Invalid input, such as an incomplete color, is ignored.
    private Answer preview(Visit visit) {
        var query = visit.request().query();
        var organization = organizations.get(organizationId(visit));
        var logo = organization.logo() == null ? null : PATH + "/logo?" + organization.logo();
        CheckoutLook look = LookForm.of(query).look();
        return usualCurrency(references)
                .flatMap(first -> preview.of(
                        new CheckoutPreview.Merchant(organization, logo),
                        look,
                        query.text("currency")
                                .filter(references.depositCurrencies()::contains)
                                .orElse(first),
                        visit.language()))
                .map(model -> visit.framed(CheckoutPreview.TEMPLATE, model))
                .orElseGet(() -> Unpayable.page(visit, "preview"));
    }

    private Answer logo(Visit visit) {
        return organizations
                .logo(organizationId(visit))
                .map(logo -> new Answer(200, logo.mediaType(), logo.picture())
                        .with("Cache-Control", "private, max-age=3600")
                        .with("X-Content-Type-Options", "nosniff"))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Map<String, String> logoBefore(Visit visit) {
        var before = Optional.ofNullable(
                        organizations.get(organizationId(visit)).logo())
                .orElse(NONE);
        var file = visit.upload("file");
        return Map.of(
                "before.logo", before, "logo", file.map(SettingsPages::digest).orElse(NONE));
    }

    /// Returns the digest of the picture that would be stored, or of the file if it is not a valid picture.
    private static String digest(Request.Upload file) {
        try {
            return Logo.digest(Logo.of(file.bytes()).picture());
        } catch (IllegalArgumentException refused) {
            return Logo.digest(file.bytes());
        }
    }

    private Answer setLogo(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var file = visit.upload("file").filter(upload -> upload.bytes().length > 0);
        if (file.isEmpty()) {
            return wrongLogo(visit, texts.get("noFile"));
        }
        Logo logo;
        try {
            logo = Logo.of(file.get().bytes());
        } catch (Logo.TooLarge large) {
            return wrongLogo(visit, texts.get("logoTooLarge", Logo.BYTES_MAX / 1024));
        } catch (IllegalArgumentException refused) {
            return wrongLogo(visit, texts.get("notPicture"));
        }
        organizations.brand(organizationId(visit), Optional.of(logo));
        return visit.goTo(PATH, texts.get("logoSaved"));
    }

    private Answer wrongLogo(Visit visit, String why) {
        return stored(visit, 400, Problems.of("file", why));
    }

    private Answer removeLogo(Visit visit) {
        organizations.brand(organizationId(visit), Optional.empty());
        return visit.goTo(PATH, visit.texts(BUNDLE).get("logoRemoved"));
    }

    private static UUID organizationId(Visit visit) {
        return visit.visitor().organizationId();
    }

    /// Returns the currency with the most payment methods.
    static Optional<String> usualCurrency(References references) {
        return references.depositCurrencies().stream()
                .max(Comparator.comparingInt(
                        each -> references.depositMethods(each).size()));
    }

    /// Page of the settings.
    ///
    /// @param seen version of the look that the form was rendered from
    /// @param logo path of the logo, if there is one
    /// @param preview address of the preview; null if no payment method is available
    public record Settings(
            Frame frame,
            Texts texts,
            Problems problems,
            LookForm form,
            Seen seen,
            String why,
            String organization,
            @Nullable String logo,
            int logoKilobytesMax,
            @Nullable String preview) {
        /// Returns a hint about the contrast of text on the brand color.
        public String brandHint() {
            return Colour.of(form.brand())
                    .map(brand -> texts.get(
                            brand.text().equals(Colour.BLACK) ? "textBlack" : "textWhite",
                            brand.ratio(brand.text()).toPlainString()))
                    .orElseGet(() -> texts.get("brandHint"));
        }

        /// Returns a hint about the color that replaces an unreadable accent.
        public String accentHint() {
            return Colour.of(form.accent())
                    .filter(accent -> !accent.readableOn(Colour.WHITE).equals(accent))
                    .map(accent -> texts.get("accentDarker", accent.readableOn(Colour.WHITE)))
                    .orElseGet(() -> texts.get("accentHint"));
        }
    }
}
