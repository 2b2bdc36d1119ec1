import pg from "pg";

/**
 * Creates a table to which triggers add a row whenever a one-time value is used. Keystead deletes
 * expired tokens, and a second use would overwrite the time of the first one.
 */
export async function createConsumptionLog(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    CREATE TABLE "DrillConsumption" ("value" text NOT NULL, "at" timestamptz NOT NULL);
    CREATE FUNCTION drill_note_token() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO "DrillConsumption" VALUES (encode(NEW."hash", 'hex'), NEW."consumedAt");
        RETURN NULL;
      END $$;
    CREATE TRIGGER drill_token AFTER UPDATE OF "consumedAt" ON "OneTimeToken" FOR EACH ROW
      WHEN (NEW."consumedAt" IS NOT NULL) EXECUTE FUNCTION drill_note_token();
    CREATE FUNCTION drill_note_challenge() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO "DrillConsumption" VALUES (NEW."id", NEW."verifiedAt");
        RETURN NULL;
      END $$;
    CREATE TRIGGER drill_challenge AFTER UPDATE OF "verifiedAt" ON "Challenge" FOR EACH ROW
      WHEN (NEW."verifiedAt" IS NOT NULL) EXECUTE FUNCTION drill_note_challenge();`);
  await client.end();
}
