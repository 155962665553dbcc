-- A merchant's logo, for its payment pages. Apart from the organization, which is read with every request.
CREATE TABLE merchant_logo (
    organization_id uuid NOT NULL PRIMARY KEY REFERENCES merchant_organization,
    media_type      text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
    digest          text NOT NULL,
    picture         bytea NOT NULL CHECK (length(picture) <= 32768)
);
