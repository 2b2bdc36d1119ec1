import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { expect, test } from "vitest";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
  type SoftwareAuthenticatorOptions,
} from "@/testing/authenticator/software-authenticator";
import { authenticate } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { exportOf, importInto } from "@/testing/vault-files";

const run = provideService();

const tables = `
  CREATE TABLE users (id serial PRIMARY KEY, username text NOT NULL UNIQUE, email text, email_verified boolean);
  CREATE TABLE passkeys (
    id text PRIMARY KEY, public_key bytea NOT NULL, user_id int NOT NULL REFERENCES users,
    webauthn_user_id text NOT NULL,
    counter bigint NOT NULL, device_type varchar(32), backed_up boolean NOT NULL, transports text,
    created_at timestamptz NOT NULL DEFAULT now(), last_used_at timestamptz
  )`;

/** A site that stores SimpleWebAuthn passkeys in PostgreSQL, and its export in our format. */
async function withOldSite(
  work: (site: {
    register(username: string, email: string | null, device: SoftwareAuthenticator): Promise<void>;
    export(): Promise<string>;
  }) => Promise<void>,
): Promise<void> {
  const client = await run.current.pool.connect();
  try {
    await client.query("CREATE SCHEMA old_site; SET search_path TO old_site");
    await client.query(tables);
    await work({
      async register(username, email, device) {
        const { rows } = await client.query<{ id: number }>(
          `INSERT INTO users (username, email, email_verified) VALUES ($1, $2, true)
            ON CONFLICT (username) DO UPDATE SET email = excluded.email RETURNING id`,
          [username, email],
        );
        const userId = rows[0]?.id ?? 0;
        const known = await client.query<{ webauthn_user_id: string }>(
          "SELECT webauthn_user_id FROM passkeys WHERE user_id = $1",
          [userId],
        );
        const userID =
          known.rows[0] === undefined
            ? {}
            : { userID: new Uint8Array(Buffer.from(known.rows[0].webauthn_user_id, "base64url")) };
        const options = await generateRegistrationOptions({
          rpName: "Old site",
          rpID: "example.com",
          userName: username,
          ...userID,
        });
        const expected = {
          expectedChallenge: options.challenge,
          expectedOrigin: testOrigin,
          expectedRPID: "example.com",
        };
        const { registrationInfo } = await verifyRegistrationResponse({
          response: device.register(options),
          ...expected,
        });
        if (registrationInfo === undefined) throw new Error("the registration was not verified");
        const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
        await client.query(
          `INSERT INTO passkeys (
              id, public_key, user_id, webauthn_user_id, counter, device_type, backed_up,
              transports, last_used_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          [
            credential.id,
            Buffer.from(credential.publicKey),
            userId,
            options.user.id,
            credential.counter,
            credentialDeviceType,
            credentialBackedUp,
            credential.transports?.join(",") ?? null,
            null,
          ],
        );
      },
      async export() {
        const recipe = await readFile(join(import.meta.dirname, "simplewebauthn.sql"), "utf8");
        const { rows } = await client.query<{ json_build_object: object }>(recipe);
        return rows.map((row) => `${JSON.stringify(row.json_build_object)}\n`).join("");
      },
    });
  } finally {
    await client.query("DROP SCHEMA old_site CASCADE; RESET search_path");
    client.release();
  }
}

test("a user of a SimpleWebAuthn site signs in here after its tables are imported", async () => {
  const device = (settings: Partial<SoftwareAuthenticatorOptions> = {}) =>
    createSoftwareAuthenticator({ origin: testOrigin, ...settings });
  const phone = device({ backedUp: true, signCounts: false });
  const key = device({ algorithm: -8, counter: 41 });
  const laptop = device({ algorithm: -257, backupEligible: true });
  const tenancy = await createTestTenancy(run.current);
  await withOldSite(async (site) => {
    await site.register("ada", "ada@example.com", phone);
    await site.register("ada", "ada@example.com", key);
    await site.register("grace", null, laptop);
    const lines = await site.export();
    expect(await importInto(tenancy, lines, { dryRun: true })).toMatchObject({
      created: 3,
      usersCreated: 2,
      problems: [],
    });
    expect(await importInto(tenancy, lines)).toMatchObject({
      created: 3,
      usersCreated: 2,
      problems: [],
    });
    expect(await importInto(tenancy, lines)).toMatchObject({ existing: 3 });
  });
  const ada = await authenticate(tenancy, phone);
  expect(ada.principal).toMatchObject({ userId: "1", email: "ada@example.com" });
  expect((await authenticate(tenancy, key)).principal.sub).toBe(ada.principal.sub);
  expect((await authenticate(tenancy, laptop)).principal).toMatchObject({
    userId: expect.stringMatching(/^\d+$/) as string,
    email: "",
  });
  expect(
    (await exportOf(tenancy))
      .map(({ user, transports, signCount }) => [user.emailVerified, transports, signCount])
      .sort(),
  ).toEqual([
    [false, ["internal", "hybrid"], 1],
    [true, ["internal", "hybrid"], 0],
    [true, ["internal", "hybrid"], 42],
  ]);
});
