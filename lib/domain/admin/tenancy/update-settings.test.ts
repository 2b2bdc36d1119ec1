import { describe, expect, test } from "vitest";
import { getSettings } from "@/lib/domain/base/tenancy/get-settings";
import type { Setting } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import { settingNames, settings } from "@/lib/domain/base/tenancy/settings";
import { pngPicture } from "@/testing/pictures";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { violationsOf } from "@/testing/violations";
import { confirmRelatedOriginsHost } from "./related-origins";
import { type SettingsUpdate, updateSettings } from "./update-settings";

const run = provideService();
type Changes = SettingsUpdate["changes"];
const rowOf = ({ id }: TestTenancy) => run.current.db.tenancy.findUniqueOrThrow({ where: { id } });
const settingsOf = ({ ctx }: TestTenancy) => getSettings(ctx, run.current.db);
const refusal = (path: string) => ({
  tag: "@error/BadRequest",
  extra: { issues: [expect.objectContaining({ path })] },
});

/** Numbers and switches with another value than their default. */
const numbersAndSwitches = Object.fromEntries(
  settingNames.flatMap((name): [string, number | boolean][] => {
    const setting: Setting = settings[name];
    if (setting.kind === "toggle") return [[name, !setting.default]];
    if (setting.kind !== "number") return [];
    const [least] = setting.bounds;
    return [[name, setting.default === least ? least + 1 : least]];
  }),
);

const everything = {
  ...numbersAndSwitches,
  name: "Harbour",
  environment: "staging",
  rpId: "harbour.example",
  rpIds: ["example.com"],
  rpName: "Harbour Sign-in",
  allowedOrigins: [
    "https://app.harbour.example",
    "https://example.com",
    "android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
  ],
  redirectUris: [
    "https://app.harbour.example/done",
    "com.example.app:/done",
    "http://localhost:8080/done",
  ],
  termsUrl: "https://harbour.example/terms",
  privacyUrl: "http://localhost:3000/privacy",
  selfServiceRegistration: false,
  userVerification: "required",
  emailCodes: "recovery-only",
  attestation: "direct",
  accountDeletion: "on",
  algorithms: [-7, -53],
  hints: ["security-key", "hybrid"],
  topOrigins: ["https://partner.example", "http://localhost:3000"],
  signatureCounter: "refuse",
  brandName: "The Harbour",
  brandColor: "#12345a",
  mailSender: "codes@harbour.example",
  mailReplyTo: "help@harbour.example",
  locale: "de",
  issuer: "urn:harbour",
} as Required<Changes>;

describe("settings", () => {
  test("can all be changed, and take effect", async () => {
    const safer = { linkByEmail: false, notifyOfNewPasskeys: true };
    const tenancy = await createTestTenancy(run.current, {}, safer);
    const { changed } = await updateSettings(tenancy.ctx, { changes: everything });
    expect(changed).toEqual(settingNames);
    expect(await settingsOf(tenancy)).toMatchObject(everything);
  });

  test("absent or equal settings stay unchanged and are not audited", async () => {
    const tenancy = await createTestTenancy(run.current);
    const before = await rowOf(tenancy);
    expect(
      await updateSettings(tenancy.ctx, {
        changes: { name: before.name, codeDigits: before.codeDigits },
      }),
    ).toMatchObject({ changed: [] });
    expect(await rowOf(tenancy)).toEqual(before);
    expect(
      await run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "tenancy.settings-changed" },
      }),
    ).toBe(0);
  });

  test("a logo is saved with the settings beside it, or nothing is", async () => {
    const tenancy = await createTestTenancy(run.current);
    const brandLogo = pngPicture(20, 20);
    await expect(
      updateSettings(tenancy.ctx, { changes: { brandColor: "red" }, brandLogo }),
    ).rejects.toMatchObject(refusal("brandColor"));
    await expect(
      updateSettings(tenancy.ctx, {
        changes: { brandName: "Harbour" },
        brandLogo: new Uint8Array([1, 2, 3]),
      }),
    ).rejects.toMatchObject(refusal("brandLogo"));
    expect(await settingsOf(tenancy)).toMatchObject({ brandName: null, brandLogoHash: null });
    const { changed } = await updateSettings(tenancy.ctx, {
      changes: { brandName: "Harbour" },
      brandLogo,
    });
    expect(changed).toEqual(["brandName", "brandLogo"]);
    expect(await rowOf(tenancy)).toMatchObject({
      brandName: "Harbour",
      brandLogo,
      brandLogoType: "image/png",
      brandLogoHash: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    await updateSettings(tenancy.ctx, { changes: {}, brandLogo: null });
    expect(await rowOf(tenancy)).toMatchObject({
      brandName: "Harbour",
      brandLogo: null,
      brandLogoType: null,
      brandLogoHash: null,
    });
  });

  test("a change is audited with old and new values, and addresses by name only", async () => {
    const tenancy = await createTestTenancy(run.current);
    await updateSettings(tenancy.ctx, {
      changes: { name: "Harbour", codeDigits: 9, mailReplyTo: "ada@example.com" },
    });
    const events = await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: "tenancy.settings-changed" },
    });
    expect(events).toEqual([
      expect.objectContaining({
        detail: expect.stringMatching(/^name: .+ → Harbour; codeDigits: 6 → 9; mailReplyTo$/),
        targetId: tenancy.id,
        actorKind: "operator",
      }),
    ]);
  });

  test("lists are trimmed, without blank and duplicate entries", async () => {
    const tenancy = await createTestTenancy(run.current);
    await updateSettings(tenancy.ctx, {
      changes: {
        rpIds: ["", " Example.ORG ", "example.org"],
        allowedOrigins: [" https://example.org", ""],
      },
    });
    expect(await rowOf(tenancy)).toMatchObject({
      rpIds: ["example.org"],
      allowedOrigins: ["https://example.org"],
    });
  });

  test("the system tenancy cannot be changed", async () => {
    const { ctx } = await createTestTenancy(run.current);
    await expect(
      updateSettings(
        { ...ctx, tenancy: { ...ctx.tenancy, isSystem: true } },
        { changes: { name: "x" } },
      ),
    ).rejects.toMatchObject({ tag: "@error/Forbidden" });
  });
});

const bounds = settingNames.flatMap((name) => {
  const setting: Setting = settings[name];
  return setting.kind === "number" ? [[name, setting.bounds] as const] : [];
});

describe("bounds", () => {
  const numbers = bounds.flatMap(([name, [least, most]]) =>
    [least - 1, most + 1, least + 0.5, Number.NaN].map((value) => [name, value] as const),
  );
  const texts: [name: string, changes: Changes, path: string][] = [
    ["a blank name", { name: " " }, "name"],
    ["a name of 101 characters", { name: "x".repeat(101) }, "name"],
    ["a name of two lines", { rpName: "a\nb" }, "rpName"],
    ["another environment", { environment: "test" as "staging" }, "environment"],
    ["an object as a name", { name: { set: "x" } as unknown as string }, "name"],
    ["a public suffix", { rpId: "co.uk", allowedOrigins: [] }, "rpId"],
    ["a second rpId that is a public suffix", { rpIds: ["example.org", "github.io"] }, "rpIds.1"],
    [
      "an origin elsewhere",
      { allowedOrigins: ["https://example.com", "https://evil.test"] },
      "allowedOrigins.1",
    ],
    ["an rpId that its origins do not fit", { rpId: "example.org" }, "allowedOrigins.0"],
    ["a redirect to http", { redirectUris: ["http://example.com/done"] }, "redirectUris.0"],
    ["a redirect that runs a script", { redirectUris: ["javascript:alert(1)"] }, "redirectUris.0"],
    [
      "user verification of its own",
      { userVerification: "never" as "required" },
      "userVerification",
    ],
    ["a colour that is CSS", { brandColor: "red;background:url(x)" }, "brandColor"],
    ["two senders", { mailSender: "a@shop.example,b@shop.example" }, "mailSender"],
    ["a Reply-To outside ASCII", { mailReplyTo: "käse@shop.example" }, "mailReplyTo"],
    ["a sender outside ASCII", { mailSender: "käse@shop.example" }, "mailSender"],
    ["an answer address of two lines", { mailReplyTo: "a@shop.example\r\nX: y" }, "mailReplyTo"],
    ["a language that no mail is written in", { locale: "tlh" }, "locale"],
  ];
  test("a value that doesn't fit is rejected by the field's name, and changes nothing", async () => {
    const violations = await violationsOf(
      [
        ...numbers.map(
          ([name, value]) => [`${name} of ${value}`, { [name]: value }, name] as const,
        ),
        ...texts,
      ],
      async (_name, changes, path) => {
        const tenancy = await createTestTenancy(run.current);
        const before = await rowOf(tenancy);
        await expect(
          updateSettings(tenancy.ctx, {
            changes: { requireClientId: true, legacyLookups: true, ...changes },
          }),
        ).rejects.toMatchObject(refusal(path));
        expect(await rowOf(tenancy)).toEqual(before);
      },
    );
    expect(violations).toEqual([]);
  });

  test("the database has the same bounds for codes, passkeys and activity", async () => {
    const violations = await violationsOf(
      bounds.filter(([name]) => /^(code|passkeys|timeline)/.test(name)),
      async (name, [least, most]) => {
        const { id } = await createTestTenancy(run.current);
        for (const wrong of [least - 1, most + 1])
          await expect(
            run.current.db.$executeRawUnsafe(
              `UPDATE "Tenancy" SET "${name}" = ${wrong} WHERE "id" = $1`,
              id,
            ),
          ).rejects.toThrow(/check constraint/);
      },
    );
    expect(violations).toEqual([]);
  });
});

describe("concurrent changes", () => {
  test("the second of one value is refused, and succeeds after reloading", async () => {
    const tenancy = await createTestTenancy(run.current);
    const expected = { codeDigits: 6, name: "Test" };
    await updateSettings(tenancy.ctx, { changes: { codeDigits: 8 }, expected });
    await expect(
      updateSettings(tenancy.ctx, { changes: { name: "Second" }, expected }),
    ).rejects.toMatchObject(refusal("expected.codeDigits"));
    expect(await settingsOf(tenancy)).toMatchObject({ codeDigits: 8, name: "Test" });
    await updateSettings(tenancy.ctx, {
      changes: { codeDigits: 9 },
      expected: { ...expected, codeDigits: 8 },
    });
    expect((await settingsOf(tenancy)).codeDigits).toBe(9);
  });

  test("of other settings than the expected ones are no conflict", async () => {
    const tenancy = await createTestTenancy(run.current);
    await updateSettings(tenancy.ctx, { changes: { codeDigits: 8 }, expected: { codeDigits: 6 } });
    await updateSettings(tenancy.ctx, { changes: { name: "Second" }, expected: { name: "Test" } });
    expect(await settingsOf(tenancy)).toMatchObject({ codeDigits: 8, name: "Second" });
  });

  test("one of 20 in the same millisecond succeeds", async () => {
    const tenancy = await createTestTenancy(run.current);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        updateSettings(tenancy.ctx, {
          changes: { name: `Saver ${index}` },
          expected: { name: "Test" },
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("never combine an rpId and an origin that do not match", async () => {
    const tenancy = await createTestTenancy(run.current, { rpIds: ["example.org"] });
    const outcomes = await Promise.allSettled([
      updateSettings(tenancy.ctx, { changes: { rpIds: [] } }),
      updateSettings(tenancy.ctx, { changes: { allowedOrigins: ["https://example.org"] } }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("the console's own domain", () => {
  // The tests' console is on localhost.
  const rpId = "localhost";

  test("is refused as an rpId to tenancy operators and lesser roles of the system tenancy", async () => {
    const tenancy = await createTestTenancy(run.current, {
      environment: "development",
      allowedOrigins: [],
    });
    const admin = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "owner" });
    const systemAdmin = await createTestOperator(run.current, { role: "admin" });
    for (const { sub } of [admin, systemAdmin]) {
      const ctx = { ...tenancy.ctx, actor: { kind: "operator", id: sub } as const };
      await expect(updateSettings(ctx, { changes: { rpId } })).rejects.toMatchObject(
        refusal("rpId"),
      );
      await expect(
        updateSettings(ctx, { changes: { rpIds: ["example.org", rpId] } }),
      ).rejects.toMatchObject(refusal("rpIds.1"));
    }
    expect(await rowOf(tenancy)).toMatchObject({ rpId: "example.com", rpIds: [] });
  });

  test("can be set by a system owner, and stays when others change other settings", async () => {
    const tenancy = await createTestTenancy(run.current, {
      environment: "development",
      allowedOrigins: [],
    });
    const owner = await createTestOperator(run.current);
    await updateSettings(
      { ...tenancy.ctx, actor: { kind: "operator", id: owner.sub } },
      { changes: { rpId } },
    );
    await updateSettings(tenancy.ctx, { changes: { rpIds: ["example.org"] } });
    expect(await rowOf(tenancy)).toMatchObject({ rpId, rpIds: ["example.org"] });
  });

  test("covers its parent domain too", async () => {
    const tenancy = await createTestTenancy(run.current, { allowedOrigins: [] });
    const ctx = { ...tenancy.ctx, baseUrl: "https://console.id.example.net" };
    for (const parent of ["console.id.example.net", "id.example.net", "example.net"])
      await expect(updateSettings(ctx, { changes: { rpId: parent } })).rejects.toMatchObject(
        refusal("rpId"),
      );
    await updateSettings(ctx, { changes: { rpId: "shop.example.net" } });
  });
});

test("removing an rpId withdraws its confirmed hosts", async () => {
  const tenancy = await createTestTenancy(run.current, { rpIds: ["example.org"] });
  const ctx = {
    ...tenancy.ctx,
    tenancy: { ...tenancy.ctx.tenancy },
    actor: { kind: "operator", id: run.current.createId() } as const,
  };
  const kept = `${run.current.createId()}.example.com`;
  const gone = `${run.current.createId()}.example.org`;
  for (const host of [kept, gone]) await confirmRelatedOriginsHost(ctx, host);
  await updateSettings(ctx, { changes: { rpIds: [] } });
  expect(
    await run.current.db.relatedOriginsHost.findMany({
      where: { tenancyId: tenancy.id },
      select: { host: true },
    }),
  ).toEqual([{ host: kept }]);
});
