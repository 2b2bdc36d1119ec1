import fc from "fast-check";
import { expect, test } from "vitest";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import { locales } from "@/lib/domain/base/choose-locale";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { getSettings } from "@/lib/domain/base/tenancy/get-settings";
import type { Setting } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import {
  type SettingName,
  settingNames,
  settings,
  SettingsChange,
} from "@/lib/domain/base/tenancy/settings";
import { getPolicy } from "@/lib/domain/passkey/policy/get-policy";
import { savePolicy } from "@/lib/domain/passkey/policy/save-policy";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { applyConfiguration } from "./apply-configuration";
import { exportConfiguration } from "./export-configuration";
import { parseConfiguration } from "./parse-configuration";

const run = provideService();

async function exported({ ctx, id }: TestTenancy): Promise<string> {
  const tenancy = await findTenancy(run.current, id);
  if (tenancy === null) throw new Error("the tenancy is gone");
  return (await exportConfiguration({ ...ctx, tenancy }, undefined)).text;
}

const apply = (text: string) =>
  applyConfiguration(
    run.current,
    parseConfiguration({ name: "shop.yaml", text }).map((given) => ({
      ...given,
      logo: undefined,
    })),
    {
      prune: true,
      asSystemOwner: false,
      isDryRun: false,
      storeKeys: () => Promise.resolve(),
    },
  );

/** Texts that YAML would read as something else without quotes, among others. */
const text = fc.oneof(
  fc.constantFrom(
    "on",
    "null",
    "~",
    "1e3",
    "0x10",
    "#a",
    "a: b",
    "- x",
    "*x",
    "!x",
    "'",
    '"',
    "<<",
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
);
const host = fc.constantFrom("a", "b", "c").map((name) => `${name}.example.com`);

/** Values of texts and lists, whose form their schemas check. */
const valuesOf: Partial<Record<SettingName, fc.Arbitrary<unknown>>> = {
  topOrigins: fc.array(host.map((name) => `https://${name}`)),
  redirectUris: fc.array(fc.webUrl({ withQueryParameters: true })),
  mailSender: fc.option(fc.constantFrom("codes@shop.example", "a.b+c@shop.example")),
  mailReplyTo: fc.option(fc.constantFrom("help@shop.example")),
  brandColor: fc.option(fc.constantFrom("#000000", "#0e6a4e")),
  locale: fc.constantFrom(...locales),
};

function arbitraryOf(name: SettingName): fc.Arbitrary<unknown> {
  const setting: Setting = settings[name];
  const given = valuesOf[name];
  if (given !== undefined) return given;
  switch (setting.kind) {
    case "number":
      return fc.integer({ min: setting.bounds[0], max: setting.bounds[1] });
    case "toggle":
      return fc.boolean();
    case "choice":
      return fc.constantFrom(...setting.names.map(({ value }) => value));
    case "several":
      return fc.shuffledSubarray(
        setting.names.map(({ value }) => value),
        { minLength: 1 },
      );
    case "list":
      throw new Error(`no values for the list ${name}`);
    case "text":
      return setting.isOptional ? fc.option(text) : text;
  }
}

/** Origins of a relying party, and of apps. */
const originsOf = (rpId: string) =>
  fc.subarray([
    `https://${rpId}`,
    `https://app.${rpId}:8443`,
    "http://shop.localhost:3000",
    "capacitor://localhost",
    "android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
  ]);

const dependent: readonly string[] = ["rpId", "rpIds", "allowedOrigins"];
const others = settingNames.filter((name) => !dependent.includes(name));

/** Values that the schema of each setting accepts, and the relying party rules. */
const changes = host
  .chain((rpId) =>
    fc.record({
      ...Object.fromEntries(others.map((name) => [name, arbitraryOf(name)])),
      rpId: fc.constant(rpId),
      rpIds: fc.constantFrom<string[][]>(["shop.localhost"], ["example.org", "shop.localhost"]),
      allowedOrigins: originsOf(rpId),
    }),
  )
  .filter((values) => SettingsChange.safeParse(values).success) as fc.Arbitrary<SettingsChange>;

test("every setting survives export and apply, here and in another tenancy", async () => {
  const source = await createTestTenancy(run.current);
  const copy = await createTestTenancy(run.current);
  const settingsOf = ({ ctx }: TestTenancy) => getSettings(ctx, run.current.db);
  await fc.assert(
    fc.asyncProperty(changes, async (given) => {
      await updateSettings(source.ctx, { changes: given });
      const file = await exported(source);
      expect(await apply(file)).toMatchObject([{ changes: [], unlisted: [] }]);
      await apply(file.replaceAll(source.id, copy.id));
      const [one, other] = [await settingsOf(source), await settingsOf(copy)];
      // Sets that differ only in their order aren't written again.
      const comparable = (name: SettingName, { [name]: value }: typeof one) =>
        Array.isArray(value) && name !== "hints" ? [...value].sort() : value;
      for (const name of settingNames)
        expect(comparable(name, other), name).toEqual(comparable(name, one));
    }),
    { numRuns: 25 },
  );
});

test("the file has every setting, policy and key, and no secret", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { rules } = await getPolicy(tenancy.ctx);
  await savePolicy(tenancy.ctx, { version: 0, rules: { ...rules, mode: "monitor" } });
  const expiresAt = run.current.clock.now() + 86_400_000;
  const secret = await tenancy.createKey({ name: "Other", scopes: ["ceremonies"], expiresAt });
  const file = await exported(tenancy);
  const [given] = parseConfiguration({ name: "shop.yaml", text: file });
  expect(Object.keys(given?.document.settings ?? {}).sort()).toEqual(
    settingNames.filter((name) => name !== "name").sort(),
  );
  expect(given?.document).toMatchObject({
    id: tenancy.id,
    name: "Test",
    hostedPages: false,
    relatedOriginsHosts: [],
    passkeyPolicy: { mode: "monitor" },
    apiKeys: expect.arrayContaining([
      { name: "Test", scopes: ["*"] },
      { name: "Other", scopes: ["ceremonies"], expiresAt },
    ]) as unknown,
  });
  expect(await apply(file)).toMatchObject([{ changes: [], unlisted: [] }]);
  const parts = [secret.key, tenancy.apiKey].flatMap((key) => key.split("_"));
  for (const part of parts.filter((one) => one.length > 8)) expect(file).not.toContain(part);
});

test("names what the file can't have", async () => {
  const tenancy = await createTestTenancy(run.current);
  await tenancy.createKey({ name: "Test", scopes: ["ceremonies"] });
  const row = await findTenancy(run.current, tenancy.id);
  const { omitted } = await exportConfiguration({ ...tenancy.ctx, tenancy: row! }, undefined);
  expect(omitted).toEqual(["apiKeys.Test"]);
  expect(await apply(await exported(tenancy))).toMatchObject([{ changes: [] }]);
});
