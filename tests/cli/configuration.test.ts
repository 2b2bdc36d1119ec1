import { mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { connectDatabase } from "@/lib/platform/database";
import { pngPicture } from "@/testing/pictures";
import { expectRefusal, json, keystead, newInstallation } from "./keystead";

let env: Awaited<ReturnType<typeof newInstallation>>;
let folder: string;
let file: string;
beforeAll(async () => {
  env = await newInstallation();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keystead-apply-"));
  file = join(folder, "keystead.yaml");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const shop = (name: string, digits: number) => `name: ${name}
settings:
  environment: production
  rpId: shop.example
  codeDigits: ${digits}
apiKeys:
  - {name: Backend, scopes: [ceremonies, principals]}
`;

interface Applied {
  keysFile: string | null;
  tenancies: { id: string; changes: { path: string }[] }[];
}

test("creates a tenancy, and puts the new key only into a file of its owner", async () => {
  await writeFile(file, shop("Store", 8));
  const { code, out, err } = await keystead(["apply", file], env);
  const keysFile = join(folder, "keystead.keys.json");
  expect({ code, err }).toEqual({
    code: 0,
    err: `keystead: 1 new API key: ${keysFile}. Move the file to your secret store.\n`,
  });
  expect(out).toMatch(
    /^Store \([0-9a-z]{26}\)\n {2}\+ tenancy\n {2}\+ settings\.environment: "production"\n {2}\+ settings\.rpId: "shop\.example"\n {2}~ settings\.codeDigits: 6 → 8\n/,
  );
  expect(out).toMatch(/Made 5 changes in 1 tenancy\. They take effect immediately\.\n$/);
  expect((await stat(keysFile)).mode & 0o777).toBe(0o600);
  const [key] = JSON.parse(await readFile(keysFile, "utf8")) as Record<string, string>[];
  expect(key).toMatchObject({
    name: "Backend",
    key: expect.stringMatching(/^ks_.{60}$/) as string,
  });
  expect(out + err).not.toContain(key?.["key"]?.slice(14));
  expect(await json(["apply", file], env)).toMatchObject({
    keysFile: null,
    tenancies: [{ changes: [], unlisted: [] }],
  });
  expect((await keystead(["apply", file, "--check"], env)).out).toBe("Nothing to change.\n");
  const { db, close } = connectDatabase(env.DATABASE_URL, () => undefined);
  const events = await db.auditEvent.findMany({ where: { actorKind: "configurationFile" } });
  await close();
  expect(events.map(({ action }) => action).sort()).toEqual([
    "api-key.created",
    "tenancy.created",
    "tenancy.settings-changed",
  ]);
});

test("--diff shows the difference, and --check also exits with 2; neither changes anything", async () => {
  await writeFile(file, shop("Blog", 8));
  const { tenancies } = await json<Applied>(["apply", file], env);
  const of = ["--tenancy", tenancies[0]?.id ?? ""];
  await writeFile(file, shop("Blog", 9));
  const diff = await keystead(["apply", file, "--diff"], env);
  expect(diff).toMatchObject({ code: 0, err: "" });
  expect(diff.out).toContain("  ~ settings.codeDigits: 8 → 9\n1 difference in 1 tenancy.");
  const check = await keystead(["apply", file, "--check"], env);
  expect(check).toEqual({
    code: 2,
    out: diff.out,
    err: "keystead: The database differs from the configuration files.\n",
  });
  expect(await json(["tenancy", "get", ...of], env)).toMatchObject({ codeDigits: 8 });
  await keystead(["key", "create", "--name", "Old", ...of], env);
  await writeFile(file, shop("Blog", 8));
  const kept = await keystead(["apply", file, "--check"], env);
  expect(kept).toMatchObject({ code: 0, out: "Nothing to change.\n" });
  expect(kept.err).toBe("keystead: Not in the file: apiKeys.Old of Blog. --prune removes them.\n");
  const pruned = await keystead(["apply", file, "--check", "--prune"], env);
  expect(pruned).toMatchObject({
    code: 2,
    out: expect.stringContaining("  - apiKeys.Old") as string,
  });
});

test("applies the sample of the guide", async () => {
  const keysFile = join(folder, "keys.json");
  const sample = "docs/snippets/keystead.yaml";
  const { code, out } = await keystead(["apply", sample, "--keys-file", keysFile], env);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringContaining("in 2 tenancies") as string,
  });
  expect(JSON.parse(await readFile(keysFile, "utf8"))).toHaveLength(2);
  expect(await keystead(["apply", sample, "--check", "--prune"], env)).toMatchObject({ code: 0 });
});

test("exports what it applies, with the schema for editors and the logo beside it", async () => {
  await writeFile(join(folder, "shop.png"), pngPicture(20, 20));
  await writeFile(file, `${shop("Export", 7)}logo: shop.png\n`);
  const { tenancies } = await json<Applied>(["apply", file], env);
  const id = tenancies[0]?.id ?? "";
  const output = join(folder, "out.yaml");
  const { code, out, err } = await keystead(
    ["export-config", "--tenancy", id, "--output", output],
    env,
  );
  expect({ code, out, err }).toEqual({ code: 0, out: `Wrote 1 tenancy to ${output}.\n`, err: "" });
  const text = await readFile(output, "utf8");
  expect(text).toMatch(
    /^# yaml-language-server: \$schema=https:\/\/id\.example\.com\/schemas\/config\.json\n/,
  );
  expect(text).toContain(`logo: ${id}.png\n`);
  expect(await keystead(["apply", output, "--check", "--prune"], env)).toMatchObject({
    code: 0,
    err: "",
  });
  const all = await keystead(["export-config"], env);
  expect(all.out.match(/^id: /gm)?.length).toBeGreaterThan(0);
  expect(all.err).toContain(`The logo of the tenancy ${id} is left out.`);
  await writeFile(file, all.out);
  expect(await keystead(["apply", file, "--check"], env)).toMatchObject({ code: 0 });
});

test("refuses files that it can't read, before it connects", async () => {
  const unreachable = { ...env, DATABASE_URL: "postgresql://127.0.0.1:1/unreachable" };
  const refuses = (sentence: RegExp, ...args: string[]) =>
    expectRefusal(keystead(["apply", ...args], unreachable), 2, sentence);
  await refuses(/none\.yaml: can't be read \(ENOENT\)/, join(folder, "none.yaml"));
  await refuses(/: can't be read \(EISDIR\)/, folder);
  await refuses(/\/dev\/zero: is larger than 1024 KiB/, "/dev/zero");
  await writeFile(file, "name: A\nsettings:\n  codeDigts: 8\n");
  await refuses(
    /keystead\.yaml:3 settings\.codeDigts: is unknown\. Did you mean codeDigits\?/,
    file,
  );
  await writeFile(file, 'name: A\n"\\e[2J\\u009b2J": 1\n');
  await refuses(/keystead\.yaml:2 �\[2J�2J: is unknown/, file);
  await writeFile(file, "name: A\nlogo: none.png\n");
  await refuses(/keystead\.yaml:2 logo: can't be read \(ENOENT\)/, file);
  await writeFile(file, "name: A\n---\n".repeat(60));
  await refuses(/more than 100 documents/, file, file);
});

test("reads a byte order mark, and refuses other encodings by name", async () => {
  await writeFile(file, `\uFEFF${shop("Marked", 7)}`);
  const { tenancies } = await json<Applied>(["apply", file], env);
  expect(tenancies[0]?.changes.map(({ path }) => path)).toContain("settings.codeDigits");
  for (const [bytes, words] of [
    [Buffer.from(shop("Käfer", 8), "latin1"), /isn't UTF-8 in line 1, but probably Latin-1/],
    [Buffer.from(`\uFEFF${shop("Wide", 8)}`, "utf16le"), /is UTF-16 or binary\. Save it as UTF-8/],
  ] as const) {
    await writeFile(file, bytes);
    await expectRefusal(keystead(["apply", file], env), 2, words);
  }
});

test("keeps an earlier file of keys, and changes nothing then", async () => {
  await writeFile(file, shop("Kept", 8));
  const keysFile = join(folder, "keystead.keys.json");
  await writeFile(keysFile, "earlier");
  const refused = /--keys-file: .*keystead\.keys\.json exists already/;
  await expectRefusal(keystead(["apply", file], env), 2, refused);
  expect(await readFile(keysFile, "utf8")).toBe("earlier");
  expect((await keystead(["tenancy", "list"], env)).out).not.toContain("Kept");
  const link = join(folder, "link.json");
  await symlink(join(folder, "elsewhere"), link);
  await expectRefusal(keystead(["apply", file, "--keys-file", link], env), 2, /exists already/);
  const other = join(folder, "other.json");
  // An invalid second document undoes the first one and its key.
  const invalid = "name: Invalid\nsettings: {environment: production, rpId: com}\n";
  await writeFile(file, `${shop("Kept", 8)}---\n${invalid}`);
  await expectRefusal(
    keystead(["apply", file, "--keys-file", other], env),
    2,
    /keystead\.yaml:10 settings\.rpId: com is a public suffix/,
  );
  await expect(stat(other)).rejects.toMatchObject({ code: "ENOENT" });
});
