-- The installation's current FIDO Metadata BLOB, as one row.
CREATE TABLE "MetadataBlob" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "number" INTEGER NOT NULL,
    "nextUpdate" TIMESTAMPTZ(3) NOT NULL,
    "entries" JSON NOT NULL,
    "importedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MetadataBlob_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "MetadataBlob" ADD CONSTRAINT "MetadataBlob_id_check" CHECK ("id" = 1);
