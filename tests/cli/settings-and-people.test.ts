import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { settingNames } from "@/lib/domain/base/tenancy/settings";
import { systemClock } from "@/lib/platform/clock";
import { connectDatabase } from "@/lib/platform/database";
import { populate } from "@/testing/population";
import {
  acme,
  type CreatedKey,
  type CreatedTenancy,
  expectRefusal,
  json,
  keystead,
  newInstallation,
} from "./keystead";

let env: Awaited<ReturnType<typeof newInstallation>>;
let of: string[];
beforeAll(async () => {
  env = await newInstallation();
  const { id } = await json<CreatedTenancy>(acme, env);
  of = ["--tenancy", id];
  const { db, close } = connectDatabase(env.DATABASE_URL, () => undefined);
  await populate(db.query(z.never()), {
    tenancyId: id,
    nowMs: systemClock.now(),
    users: 3,
    passkeys: 2,
    rareEvery: 1_000,
  });
  await close();
});

test("shows every setting, and changes several at once or none", async () => {
  const before = await json(["tenancy", "get", ...of], env);
  expect(Object.keys(before).sort()).toEqual(["id", ...settingNames].sort());
  const changes = [
    ["--code-digits", "8"],
    ["--code-lifetime", "5m"],
    ["--allowed-origins", "https://a.example.com", "https://b.example.com"],
    ["--self-service-registration", "on"],
    ["--brand-name", "Acme Shop"],
    ["--user-verification", "required"],
  ].flat();
  const { changed } = await json<{ changed: string[] }>(["tenancy", "set", ...of, ...changes], env);
  expect(changed).toHaveLength(6);
  const after = await json(["tenancy", "get", ...of], env);
  expect(after).toEqual({
    ...before,
    codeDigits: 8,
    codeMs: 300_000,
    allowedOrigins: ["https://a.example.com", "https://b.example.com"],
    selfServiceRegistration: true,
    brandName: "Acme Shop",
    userVerification: "required",
  });
  await expectRefusal(
    keystead(["tenancy", "set", ...of, "--code-attempts", "9", "--code-digits", "99"], env),
    2,
    /--code-digits: Enter a whole number from 6 to 10/,
  );
  expect(await json(["tenancy", "get", ...of], env)).toEqual(after);
  // The former name of --code-lifetime still works.
  await json(["tenancy", "set", ...of, "--code-ms", "4m"], env);
  expect(await json(["tenancy", "get", ...of], env)).toMatchObject({ codeMs: 240_000 });
  await json(["tenancy", "set", ...of, "--code-lifetime", "5m"], env);
  await json(["tenancy", "set", ...of, "--brand-name", "", "--redirect-uris", ""], env);
  expect(await json(["tenancy", "get", ...of], env)).toMatchObject({
    brandName: null,
    redirectUris: [],
  });
  const { out } = await keystead(["tenancy", "get", ...of], env);
  expect(out).toMatch(/^--allowed-origins\s+https:\/\/a\.example\.com https:\/\/b\.example\.com$/m);
  expect(out).toMatch(/^--self-service-registration\s+on$/m);
  expect(out).toMatch(/^--code-lifetime\s+5m$/m);
  expect(out).toMatch(/^--algorithms\s+EdDSA ES256 RS256$/m);
});

test("tenancy set warns when another limit caps the new one", async () => {
  const set = ["tenancy", "set", ...of, "--challenges-per-ten-minutes"];
  const warning =
    "--challenges-per-ten-minutes has no effect above 20, because --challenges-per-day caps it.";
  const { err } = await keystead([...set, "50"], env);
  expect(err).toContain(warning);
  await json([...set, "5"], env);
  expect(await json([...set, "50"], env)).toMatchObject({ warnings: [warning] });
  expect(await json([...set, "5"], env)).toMatchObject({ warnings: [] });
});

test("refuses settings that it can't read, before it connects", async () => {
  for (const [args, sentence] of [
    [["--require-client-id", "maybe"], /Must be on or off/],
    [["--code-digits", "eight"], /Must be a whole number/],
    [["--user-verification", "always"], /required, preferred, discouraged/],
    [["--code-digit", "8"], /Did you mean --code-digits\?/],
    [[], /choose what to change/],
  ] as const)
    await expectRefusal(keystead(["tenancy", "set", ...of, ...args], env), 2, sentence);
});

test("rotates a key with an overlap", async () => {
  const { id, key } = await json<CreatedKey>(["key", "create", ...of, "--name", "Backend"], env);
  const startedAt = systemClock.now();
  const rotated = await json<CreatedKey & { replaces: string; oldExpiresAt: number }>(
    ["key", "rotate", key, "--overlap", "30m", ...of],
    env,
  );
  expect(rotated).toMatchObject({ name: "Backend", replaces: id });
  expect(rotated.key).not.toBe(key);
  expect(rotated.oldExpiresAt - startedAt).toBeGreaterThanOrEqual(30 * 60_000);
  const listed = await json<{ id: string; state: string; expiresAt: number | null }[]>(
    ["key", "list", ...of],
    env,
  );
  expect(listed.find((one) => one.id === id)?.expiresAt).toBeCloseTo(rotated.oldExpiresAt, -4);
  expect(listed.find((one) => one.id === rotated.id)?.state).toBe("live");
  await expectRefusal(keystead(["key", "rotate", id, ...of], env), 3, /Not found/);
  await expectRefusal(
    keystead(["key", "rotate", rotated.id, "--overlap", "8d", ...of], env),
    2,
    /'--overlap <duration>'.+from 1m to 7d/,
  );
});

test("finds users and passkeys, and disables a passkey with a reason", async () => {
  const users = await json<{ sub: string; email: string }[]>(
    ["user", "find", "person", ...of],
    env,
  );
  expect(users).toHaveLength(3);
  const [user] = users;
  expect(user?.email).toContain("@");
  const found = await keystead(["user", "find", user?.sub ?? "", ...of], env);
  expect(found.out.split("\n").filter((line) => line.includes(user?.email ?? "?"))).toHaveLength(1);
  expect((await keystead(["user", "find", "nobody", ...of], env)).out).toBe(
    'No users match "nobody".\n',
  );
  const owners = await Promise.all(
    users.map(({ sub }) =>
      json<{ passkey: { id: string } }[]>(["passkey", "find", "--user", sub, ...of], env),
    ),
  );
  expect(owners.flat()).toHaveLength(2);
  const id = owners.flat()[0]?.passkey.id ?? "";
  const disabled = { state: "disabled", enabled: false };
  const disable = ["passkey", "disable", id, "--reason", "lost phone", ...of];
  expect(await json(disable, env)).toEqual({ id, ...disabled, changed: true });
  expect(await json(disable, env)).toEqual({ id, ...disabled, changed: false });
  expect(await json(["passkey", "find", id, ...of], env)).toMatchObject([
    { passkey: { id }, disabledReason: "lost phone" },
  ]);
  const enable = ["passkey", "enable", id, "--reason", "phone found", ...of];
  expect(await json(enable, env)).toEqual({ id, state: "enabled", enabled: true, changed: true });
  expect((await keystead(enable, env)).out).toBe(`The passkey ${id} is already enabled.\n`);
  const [enabled] = await json<object[]>(["passkey", "find", id, ...of], env);
  expect(enabled).not.toHaveProperty("disabledReason");
  await expectRefusal(
    keystead(["passkey", "disable", "unknown", ...of], env),
    3,
    /has no passkey unknown/,
  );
  await expectRefusal(keystead(["passkey", "find", ...of], env), 2, /name a passkey, or a user/);
});

test("lists users in pages, and by state", async () => {
  interface Page {
    users: { sub: string; isDisabled: boolean }[];
    next: string | null;
  }
  const list = (...args: string[]) => json<Page>(["user", "list", ...args, ...of], env);
  const all = await list();
  expect(all).toMatchObject({ next: null });
  expect(all.users).toHaveLength(3);
  const first = await list("--limit", "2");
  expect(first).toEqual({ users: all.users.slice(0, 2), next: all.users[1]?.sub });
  expect(await list("--after", first.next ?? "")).toEqual({
    users: all.users.slice(2),
    next: null,
  });
  for (const state of ["enabled", "disabled"])
    expect((await list("--state", state)).users).toEqual(
      all.users.filter(({ isDisabled }) => isDisabled === (state === "disabled")),
    );
  const { out, err } = await keystead(["user", "list", "--limit", "1", ...of], env);
  expect(out).toContain(all.users[0]?.sub);
  expect(err).toContain(`Continue with: --after ${all.users[0]?.sub}`);
  const refused = ["user", "list", "--limit", "501", ...of];
  await expectRefusal(keystead(refused, env), 2, /Must be 1 to 500/);
});

test("disables, enables and erases a user", async () => {
  const [user] = await json<{ sub: string; email: string }[]>(
    ["user", "find", "person", ...of],
    env,
  );
  const { sub = "", email = "" } = user ?? {};
  const found = () => json(["user", "find", sub, ...of], env);
  expect(await json(["user", "disable", sub, "--reason", "stolen", ...of], env)).toEqual({
    sub,
    state: "disabled",
    enabled: false,
  });
  expect(await found()).toMatchObject([{ sub, isDisabled: true }]);
  const { out } = await keystead(["user", "enable", sub, ...of], env);
  expect(out).toBe(`The user ${sub} is enabled. They can sign in again.\n`);
  expect(await found()).toMatchObject([{ sub, isDisabled: false }]);

  const erase = ["user", "erase", sub, ...of, "--reason", "closed account", "--confirm"];
  await expectRefusal(keystead([...erase, "person"], env), 2, /isn't this user's email/);
  expect(await found()).toHaveLength(1);
  expect(await json([...erase, email], env)).toMatchObject({ sub });
  expect(await found()).toEqual([]);
  for (const name of ["disable", "enable"])
    await expectRefusal(keystead(["user", name, sub, ...of], env), 3, /has no user/);
  await expectRefusal(keystead([...erase, email], env), 3, /has no user/);
});
