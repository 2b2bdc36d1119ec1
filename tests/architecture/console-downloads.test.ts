import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { DownloadRoute } from "@/lib/console/console-download";
import { missingProof, operatorRoles, permissions, ruleOf } from "@/lib/domain/base/permission";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";

interface Params {
  tenancyId: string;
  sub: string;
}

const run = provideService();
const root = path.resolve(import.meta.dirname, "../..");
const folder = "app/console";
const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map(
  (file) => `${folder}/${file.split(path.sep).join("/")}`,
);
const sourceOf = (file: string) => readFileSync(path.join(root, file), "utf8");

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const handlers: { name: string; method: string; handler: Partial<DownloadRoute<Params>> }[] = [];
for (const file of files.filter((each) => /\/route\.tsx?$/.test(each))) {
  const loaded = (await import(/* @vite-ignore */ path.join(root, file))) as Record<
    string,
    unknown
  >;
  for (const method of methods)
    if (method in loaded)
      handlers.push({
        name: file.slice(folder.length + 1),
        method,
        handler: loaded[method] as DownloadRoute<Params>,
      });
}
const downloads = handlers.flatMap(({ name, handler }) =>
  handler.declaration === undefined
    ? []
    : [
        {
          name,
          download: handler as DownloadRoute<Params>,
          permission: handler.declaration.permission,
        },
      ],
);

let params: Params;
beforeAll(async () => {
  const tenancy = await createTestTenancy(run.current);
  const { subs } = await populate(run.current.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: run.current.clock.now(),
    users: 1,
    passkeys: 1,
    rareEvery: 1_000,
  });
  params = { tenancyId: tenancy.id, sub: subs[0] ?? "" };
});

/** Reads what every operator may read of their own account, and is tested beside it. */
const ownReads = ["own-tenancies/route.ts"];

test("every route handler of the console is a download that declares its permission", () => {
  expect(downloads.length).toBeGreaterThanOrEqual(3);
  expect(
    handlers
      .filter(({ method, handler }) => method !== "GET" || handler.declaration === undefined)
      .filter(({ name, method }) => method !== "GET" || !ownReads.includes(name))
      .map(({ name, method }) => `${method} ${name}`),
  ).toEqual([]);
});

const accessChecks = [
  "consoleContext",
  "applicationContext",
  "settingsContext",
  "consoleSystemContext",
  "accountContext",
  "requireOperator",
];

test("every operator page checks access itself", () => {
  const pages = files.filter((file) => /\/\(operator\)\/.*(page|-tab)\.tsx$/.test(file));
  expect(pages.length).toBeGreaterThan(10);
  expect(
    pages.filter(
      (file) => !accessChecks.some((check) => sourceOf(file).includes(`await ${check}(`)),
    ),
  ).toEqual([]);
});

test("every permission is used", () => {
  const sources = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map(sourceOf)
    .join("\n");
  expect(
    Object.keys(permissions).filter((permission) => !sources.includes(`"${permission}"`)),
  ).toEqual([]);
});

const sessions = [
  ["code", { signIn: "code", isSteppedUp: false }],
  ["passkey", { signIn: "passkey", isSteppedUp: false }],
  ["fresh-passkey", { signIn: "passkey", isSteppedUp: true }],
] as const;

describe.each(downloads)("GET $name ($permission)", ({ download, permission }) => {
  test.each(
    operatorRoles.flatMap((role) =>
      sessions.map(([strength, session]) => [role, strength, session] as const),
    ),
  )("as %s with a %s session: follows the permission table", async (role, strength, session) => {
    const operator = await createTestOperator(run.current, {
      tenancyId: params.tenancyId,
      role,
      ...session,
    });
    const reply = await operator.as(() =>
      download(new Request("http://localhost:3000/export"), { params: Promise.resolve(params) }),
    );
    const text = await reply.text();
    const expected = !ruleOf(permission).roles.includes(role)
      ? 404
      : missingProof(strength, permission) === null
        ? 200
        : 403;
    expect([reply.status, text]).toEqual([expected, expect.any(String)]);
    if (expected !== 200) expect(text).not.toContain(params.sub);
  });
});
