-- Uploaded files of payouts, recipients or deposits. The digest is a keyed fingerprint of the file's content, so that a
-- file that was confirmed before is recognized by any name. The confirmation has a MAC.
CREATE TABLE fileimport_file (
    organization_id   uuid NOT NULL,
    id                uuid NOT NULL,
    kind              text NOT NULL CHECK (kind IN ('PAYOUT', 'RECIPIENT', 'DEPOSIT')),
    -- Kind of assets of a file of payouts.
    asset_kind        text CHECK (asset_kind IN ('FIAT', 'CRYPTO')),
    name              text NOT NULL,
    name_folded       text NOT NULL,
    -- The sheet of the workbook that was read.
    sheet             text NOT NULL DEFAULT '',
    state             text NOT NULL CHECK (state IN ('READ', 'CONFIRMED', 'DONE')),
    row_count         integer NOT NULL CHECK (row_count > 0),
    faulty_count      integer NOT NULL CHECK (faulty_count BETWEEN 0 AND row_count),
    digest            bytea,
    created_by        uuid NOT NULL,
    created_by_name   text NOT NULL,
    created_at        timestamptz NOT NULL,
    confirmed_by      uuid,
    confirmed_by_name text,
    -- The role of the person who confirmed the file, since payout rules can depend on it.
    confirmed_by_role text,
    confirmed_at      timestamptz,
    done_at           timestamptz,
    leased_until      timestamptz,
    -- The person who stopped the processing of the confirmed file.
    stopped_by        uuid,
    stopped_by_name   text,
    stopped_at        timestamptz,
    mac               bytea,
    PRIMARY KEY (organization_id, id),
    CHECK ((kind = 'PAYOUT') = (asset_kind IS NOT NULL)),
    CHECK ((state = 'READ') = (confirmed_at IS NULL)),
    CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
    CHECK ((state = 'DONE') = (done_at IS NOT NULL)),
    CHECK ((stopped_by IS NULL) = (stopped_at IS NULL))
);
CREATE INDEX fileimport_file_kind ON fileimport_file (organization_id, kind, id);
CREATE INDEX fileimport_file_due ON fileimport_file (kind, confirmed_at) WHERE state = 'CONFIRMED';
CREATE INDEX fileimport_file_digest ON fileimport_file (organization_id, digest) WHERE digest IS NOT NULL;
CREATE INDEX fileimport_file_read ON fileimport_file (organization_id, kind, id) WHERE state = 'READ';
CREATE INDEX fileimport_file_name ON fileimport_file USING gin (name_grams(organization_id, name_folded));
-- Files that are being paid, or were lately, however long ago they were confirmed.
CREATE INDEX fileimport_file_paid ON fileimport_file (organization_id, COALESCE(done_at, 'infinity'))
    WHERE confirmed_at IS NOT NULL AND kind = 'PAYOUT';

-- Rows of a file. The content of a row is personal data, so it is sealed, together with its errors. Each row that can
-- be processed has a MAC from the reading of the file on. The columns from the asset on are for payouts: a chunk is
-- sent in one request; it is fixed when the file is read, so that a retry sends the same.
CREATE TABLE fileimport_row (
    organization_id uuid NOT NULL,
    file_id         uuid NOT NULL,
    number          integer NOT NULL CHECK (number > 0),
    content         bytea NOT NULL,
    state           text NOT NULL
        CHECK (state IN ('READY', 'FAULTY', 'DUPLICATE', 'LEFT_OUT', 'CREATED', 'REFUSED')),
    -- The payout, recipient or deposit that was created, or the recipient that existed already.
    created_id      uuid,
    -- True if the workbook hides the row: such rows can be left out.
    hidden          boolean NOT NULL DEFAULT false,
    mac             bytea,
    asset           text,
    units           numeric(40, 0),
    fee_units       numeric(40, 0),
    exponent        smallint,
    chunk           integer,
    group_id        uuid,
    -- True if somebody else has to approve the payout, as it was when the file was read.
    needs_approval  boolean NOT NULL DEFAULT false,
    -- Keyed fingerprint of the content, so that a row that another file paid lately is recognized.
    fingerprint     bytea,
    -- The revision of the stored recipient when the row was read: times of change do not tell of a concurrent change.
    payee_revision  integer,
    PRIMARY KEY (organization_id, file_id, number),
    FOREIGN KEY (organization_id, file_id) REFERENCES fileimport_file (organization_id, id) ON DELETE CASCADE,
    CHECK (state <> 'CREATED' OR created_id IS NOT NULL),
    CHECK (created_id IS NULL OR state IN ('CREATED', 'DUPLICATE')),
    CHECK (state <> 'FAULTY' OR units IS NULL),
    CHECK (num_nulls(asset, units, fee_units, exponent, chunk, payee_revision) IN (0, 6))
);
CREATE INDEX fileimport_row_ready ON fileimport_row (organization_id, file_id, number) WHERE state = 'READY';
CREATE INDEX fileimport_row_fingerprint ON fileimport_row (organization_id, file_id, fingerprint)
    WHERE fingerprint IS NOT NULL;
-- Payouts know the group that they were created in; this index leads from it to their file.
CREATE INDEX fileimport_row_group ON fileimport_row (organization_id, group_id) WHERE group_id IS NOT NULL;
