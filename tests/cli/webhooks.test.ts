import { beforeAll, expect, test } from "vitest";
import {
  acme,
  type CreatedTenancy,
  expectRefusal,
  json,
  keystead,
  newInstallation,
} from "./keystead";

let env: Awaited<ReturnType<typeof newInstallation>>;
let shop: CreatedTenancy;

beforeAll(async () => {
  env = await newInstallation();
  await json<CreatedTenancy>(acme, env);
  shop = await json<CreatedTenancy>([...acme, "--name", "Shop"], env);
});

const url = "https://app.example.com/webhooks";
const create = ["webhook", "create", "--name", "Mirror", "--url", url];

interface Created {
  id: string;
  secret: string;
}

test("creates, lists, rotates, disables, enables and deletes a webhook", async () => {
  const ofShop = ["--tenancy", shop.id];
  expect((await keystead(["webhook", "list", ...ofShop], env)).out).toContain("webhook create");
  const shown = await keystead([...create, ...ofShop, "--type", "user.erased"], env);
  expect(shown.code).toBe(0);
  expect(shown.err).toMatch(/shown only once/);
  const [secret = ""] = /whsec_[A-Za-z0-9+/]{43}=/.exec(shown.out) ?? [];
  expect(secret).not.toBe("");
  const [listed] = await json<[{ id: string }]>(["webhook", "list", ...ofShop], env);
  const { id } = listed;
  expect(listed).toMatchObject({
    name: "Mirror",
    url,
    types: ["user.erased"],
    state: "enabled",
    enabled: true,
    createdBy: "system",
    previousSecretUntil: null,
  });
  const table = (await keystead(["webhook", "list", ...ofShop], env)).out;
  expect(table).toMatch(new RegExp(`^${id} +Mirror +enabled +user\\.erased`, "m"));
  expect(table).not.toContain("whsec_");

  // The id names its tenancy.
  const rotated = await json<Created & { previousSecretUntil: number | null }>(
    ["webhook", "rotate", id],
    env,
  );
  expect(rotated.secret).not.toBe(secret);
  expect(rotated.previousSecretUntil).toBeGreaterThan(Date.parse("2026-01-01"));
  const leaked = await keystead(["webhook", "rotate", id, "--overlap", "0"], env);
  expect(leaked.err).toContain("The former one signs no more.");
  for (const [name, enabled] of [
    ["disable", false],
    ["enable", true],
  ] as const)
    expect(await json(["webhook", name, id], env)).toEqual({
      id,
      name: "Mirror",
      state: `${name}d`,
      enabled,
    });
  expect(await json(["webhook", "delete", id], env)).toMatchObject({ id, state: "deleted" });
  expect(await json(["webhook", "list", ...ofShop], env)).toEqual([]);
  await expectRefusal(
    keystead(["webhook", "delete", id, ...ofShop], env),
    3,
    /no webhook .* keystead webhook list/,
  );
  await expectRefusal(keystead(["webhook", "disable", id], env), 3, /None of the 2 tenancies/);
});

test.each([
  ["an unknown type", ["--type", "user.erase"], /Did you mean user\.erased/],
  ["http", ["--url", "http://app.example.com/"], /url: must start with https/],
  ["a private address", ["--url", "https://10.0.0.1/"], /url: must not be a private address/],
])("refuses %s", async (_name, options, message) => {
  await expectRefusal(keystead([...create, "--tenancy", shop.id, ...options], env), 2, message);
});

test("refuses an overlap above seven days", async () => {
  await expectRefusal(
    keystead(["webhook", "rotate", "01jd3s0m6kz8f4w2v9b7c5x1ta", "--overlap", "8d"], env),
    2,
    /from 1m to 7d/,
  );
});
