import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { systemClock } from "@/lib/platform/clock";
import { connectDatabase } from "@/lib/platform/database";
import { populate } from "@/testing/population";
import {
  acme,
  type CreatedTenancy,
  expectRefusal,
  json,
  keystead,
  newInstallation,
} from "./keystead";

let env: Awaited<ReturnType<typeof newInstallation>>;
let of: string[];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keystead-policy-"));
  env = await newInstallation();
  const { id } = await json<CreatedTenancy>(acme, env);
  of = ["--tenancy", id];
  const { db, close } = connectDatabase(env.DATABASE_URL, () => undefined);
  // Of four users with a passkey each, one user and another's passkey are disabled.
  await populate(db.query(z.never()), {
    tenancyId: id,
    nowMs: systemClock.now(),
    users: 4,
    passkeys: 4,
    rareEvery: 1_000,
  });
  await close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(rules: object | string): Promise<string> {
  const file = join(folder, "policy.json");
  await writeFile(file, typeof rules === "string" ? rules : JSON.stringify(rules));
  return file;
}

test("saves, shows and simulates a policy", async () => {
  const file = await fileOf({ storage: "device-bound" });
  const rehearsal = ["policy", "simulate", ...of, "--rules", file];
  expect(await json(rehearsal, env)).toMatchObject({ passkeys: 2, refusedPasskeys: 2, users: 2 });
  const { out } = await keystead(rehearsal, env);
  expect(out).toMatch(/^Refused passkeys\s+2 of 2$/m);
  const lines = (await keystead([...rehearsal, "--lines"], env)).out.trim().split("\n");
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { _tag: "RefusedPasskey", reasons: ["policy-storage"] },
    { _tag: "RefusedPasskey" },
    { _tag: "PasskeyPolicySimulation" },
  ]);

  await json(["policy", "set", ...of, "--rules", file, "--reason", "Audit"], env);
  const saved = await json(["policy", "set", ...of, "--mode", "monitor"], env);
  expect(saved).toMatchObject({ version: 2, rules: { mode: "monitor", storage: "device-bound" } });
  expect(await json(["policy", "get", ...of], env)).toEqual(saved);
  expect((await keystead(["policy", "get", ...of], env)).out).toMatch(/^Storage\s+device-bound$/m);
  expect(await json(["policy", "simulate", ...of], env)).toMatchObject({ refusedPasskeys: 2 });
  expect(await json(["policy", "get", "--system"], env)).toMatchObject({ version: 0 });
});

test("refuses rules that it can't read", async () => {
  const set = (file: string) => keystead(["policy", "set", ...of, "--rules", file], env);
  await expectRefusal(set(join(folder, "none.json")), 2, /--rules: .*none\.json can't be read/);
  const latin1 = join(folder, "latin1.json");
  await writeFile(latin1, Buffer.from('{"mode": "monitor", "ü": 1}', "latin1"));
  await expectRefusal(set(latin1), 2, /--rules: .*latin1\.json isn't UTF-8 in line 1/);
  await expectRefusal(set(await fileOf("{")), 2, /is not JSON/);
  await expectRefusal(set(await fileOf({ storage: "cloud" })), 2, /storage/);
  await expectRefusal(set(await fileOf({ storge: "synced" })), 2, /storge/);
  await expectRefusal(keystead(["policy", "set", ...of], env), 2, /choose what to change/);
});

test("refuses a policy that would shut out the installation's owners", async () => {
  const file = await fileOf({ mode: "enforce", enforceOnSignIn: true, storage: "device-bound" });
  const set = keystead(["policy", "set", "--system", "--rules", file], env);
  await expectRefusal(set, 2, /No owner of the installation could sign in/);
});
