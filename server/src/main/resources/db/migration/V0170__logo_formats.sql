-- A WebP logo cannot be decoded here, so nothing says that it is a picture, or how large: payers get none any more.
DELETE FROM merchant_logo WHERE media_type = 'image/webp';

ALTER TABLE merchant_logo DROP CONSTRAINT merchant_logo_media_type_check;
ALTER TABLE merchant_logo ADD CONSTRAINT merchant_logo_media_type_check
    CHECK (media_type IN ('image/png', 'image/jpeg'));
