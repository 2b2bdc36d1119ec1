import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pngPicture } from "@/testing/pictures";
import {
  acme,
  type CreatedTenancy,
  expectRefusal,
  json,
  keystead,
  newInstallation,
} from "./keystead";

describe("with DATABASE_URL", () => {
  const secrets = [
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEF",
    "FEDCBAzyxwvutsrqponmlkjihgfedcba9876543210",
  ] as const;
  let installation: Awaited<ReturnType<typeof newInstallation>>;
  let folder: string;
  const env = (secret: string, previous?: string) => ({
    ...installation,
    KEYSTEAD_SECRET: secret,
    ...(previous === undefined ? {} : { KEYSTEAD_SECRET_PREVIOUS: previous }),
  });
  beforeAll(async () => {
    installation = await newInstallation();
    folder = await mkdtemp(join(tmpdir(), "keystead-brand-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("commands work as on the embedded database", async () => {
    const { id } = await json<CreatedTenancy>(acme, env(secrets[0]));
    expect((await keystead(["tenancy", "list"], env(secrets[0]))).out).toContain(id);
  });

  test("hides the system tenancy and its keys, and warns about a new key of a suspended tenancy", async () => {
    const system = await json<CreatedTenancy>(acme, env(secrets[0]));
    const suspended = await json<CreatedTenancy>(acme, env(secrets[0]));
    const client = new pg.Client({ connectionString: installation.DATABASE_URL });
    await client.connect();
    await client.query('DELETE FROM "Tenancy" WHERE "isSystem"');
    await client.query(
      'UPDATE "Tenancy" SET "isSystem" = "id" = $1, "suspendedAt" = now() WHERE "id" IN ($1, $2)',
      [system.id, suspended.id],
    );
    await client.end();
    const listed = await json<{ id: string; suspended: boolean }[]>(
      ["tenancy", "list"],
      env(secrets[0]),
    );
    expect(listed.filter(({ id }) => id === system.id || id === suspended.id)).toEqual([
      expect.objectContaining({ id: suspended.id, suspended: true }),
    ]);
    await expectRefusal(
      keystead(["key", "create", "--name", "x", "--tenancy", system.id], env(secrets[0])),
      3,
      /Tenancy \w+ not found/,
    );
    const made = await keystead(
      ["key", "create", "--name", "x", "--tenancy", suspended.id, "--json"],
      env(secrets[0]),
    );
    expect(made).toMatchObject({
      code: 0,
      err: expect.stringMatching(
        /^keystead: The tenancy is suspended\. Requests with its keys fail until you resume it\.\n$/,
      ),
    });
  });

  test("brands a tenancy's emails, and rejects a file that is no picture with the option's name", async () => {
    const { id } = await json<CreatedTenancy>(acme, env(secrets[0]));
    const logo = join(folder, "logo.png");
    await writeFile(logo, pngPicture(20, 20));
    const brand = ["tenancy", "brand", "--tenancy", id];
    expect(
      await json(
        [
          ...brand,
          "--brand-name",
          "Driftwood",
          "--brand-color",
          "#0e6a4e",
          "--brand-logo",
          logo,
          "--mail-sender",
          "codes@shop.example",
          "--locale",
          "fr",
        ],
        env(secrets[0]),
      ),
    ).toEqual({ id, changed: ["brandName", "brandColor", "locale", "mailSender", "brandLogo"] });
    await writeFile(logo, "<svg/>");
    await expectRefusal(
      keystead([...brand, "--brand-logo", logo], env(secrets[0])),
      2,
      /--brand-logo: must be a PNG, JPEG or WebP image/,
    );
    await expectRefusal(
      keystead([...brand, "--brand-logo", "/nowhere.png"], env(secrets[0])),
      2,
      /\/nowhere\.png can't be read \(ENOENT\)/,
    );
    await expectRefusal(
      keystead([...brand, "--brand-color", "red"], env(secrets[0])),
      2,
      /--brand-color: Enter a color such as #0e6a4e/,
    );
    await expectRefusal(keystead(brand, env(secrets[0])), 2, /choose what to change/);
  });

  test("turns on hosted pages where the base URL fits, and sets their redirect URIs", async () => {
    const { id } = await json<CreatedTenancy>(acme, env(secrets[0]));
    const hosted = ["tenancy", "hosted", "--tenancy", id];
    const on = ["--on", "--redirect-uris", "https://app.example.com/in", "com.example.app:/in"];
    expect(await json([...hosted, ...on], env(secrets[0]))).toEqual({
      id,
      hostedPages: true,
      redirectUris: ["https://app.example.com/in", "com.example.app:/in"],
    });
    expect(await json([...hosted, "--off"], env(secrets[0]))).toMatchObject({
      hostedPages: false,
      redirectUris: ["https://app.example.com/in", "com.example.app:/in"],
    });
    await expectRefusal(
      keystead([...hosted, "--on"], {
        ...env(secrets[0]),
        BASE_URL: "https://id.keystead.example",
      }),
      2,
      /--on: Browsers allow passkeys of example\.com only there/,
    );
    await expectRefusal(
      keystead([...hosted, "--redirect-uris", "javascript:alert(1)"], env(secrets[0])),
      2,
      /--redirect-uris: Enter an https:\/\/ or http:\/\/localhost address/,
    );
    await expectRefusal(keystead(hosted, env(secrets[0])), 2, /choose --on or --off/);
  });

  test("a database that lacks a table gives PostgreSQL's code, and no statement", async () => {
    const broken = await newInstallation();
    await json(acme, { ...broken, KEYSTEAD_SECRET: secrets[0] });
    const client = new pg.Client({ connectionString: broken.DATABASE_URL });
    await client.connect();
    await client.query('ALTER TABLE "ApiKey" RENAME TO "Moved"');
    await client.end();
    const listed = await keystead(["key", "list"], { ...broken, KEYSTEAD_SECRET: secrets[0] });
    expect(listed).toMatchObject({ code: 1, out: "" });
    expect(listed.err).toMatch(
      /^keystead: The database refused a statement: a table is missing \((42P01|P2021)\)\.\n\s+at /,
    );
    expect(listed.err).not.toMatch(/invocation|relation|SELECT/);
  });

  test("a link creates the first owner, and then an unknown email is rejected", async () => {
    const first = await json<{ link: string; isFirst: boolean; sub: string }>(
      ["operator", "recover", "--email", "ada@example.com"],
      env(secrets[0]),
    );
    expect(first).toMatchObject({
      isFirst: true,
      link: expect.stringMatching(/\/console\/recover#[\w-]{43}$/),
    });
    const again = await keystead(
      ["operator", "recover", "--email", "ADA@example.com", "--disable-others"],
      env(secrets[0]),
    );
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringContaining(first.sub),
      err: expect.stringMatching(/registers one passkey for this owner/),
    });
    await expectRefusal(
      keystead(["operator", "recover", "--email", "eve@example.com"], env(secrets[0])),
      3,
      /No owner has the email eve@example\.com/,
    );
    await expectRefusal(
      keystead(["operator", "recover", "--email", "nobody"], env(secrets[0])),
      2,
      /not a valid email address/,
    );
    await expectRefusal(keystead(["operator", "recover"], env(secrets[0])), 2, /--email/);
  });

  test("after a change of secret, rotation re-encrypts the keys and the previous secret can be removed", async () => {
    const [before, after] = secrets;
    await json(["keys", "rotate"], env(before));
    await expectRefusal(
      keystead(["keys", "rotate"], env(after)),
      4,
      /Neither KEYSTEAD_SECRET nor KEYSTEAD_SECRET_PREVIOUS can decrypt .* Nothing was changed/,
    );
    expect(await json(["keys", "rotate", "--re-encrypt-only"], env(after, before))).toEqual({
      reEncrypted: 2,
      reEncryptedWebhooks: 0,
    });
    expect(await json(["keys", "rotate"], env(after))).toMatchObject({ reEncrypted: 2 });
    await expectRefusal(
      keystead(["keys", "rotate", "--re-encrypt-only"], env(before)),
      4,
      /Neither KEYSTEAD_SECRET nor KEYSTEAD_SECRET_PREVIOUS can decrypt/,
    );
  });
});
