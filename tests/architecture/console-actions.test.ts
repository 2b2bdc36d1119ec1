import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { ActionResult } from "@/lib/console/action-result";
import type { ActionDeclaration } from "@/lib/console/console-action";
import { withRequestFacts } from "@/lib/console/request-facts";
import {
  missingProof,
  type OperatorRole,
  operatorRoles,
  type Permission,
  ruleOf,
  type SessionStrength,
} from "@/lib/domain/base/permission";
import { provideService } from "@/testing/provide-service";
import { createTestOperator, requestFacts, type TestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";

type Action = ((...input: unknown[]) => Promise<ActionResult<unknown>>) & {
  declaration?: ActionDeclaration;
};

const run = provideService();
const root = path.resolve(import.meta.dirname, "../..");
const folder = "app/console";

const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
  .map((file) => `${folder}/${file.split(path.sep).join("/")}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
const isActionFile = (file: string) => /(^|[/-])actions\.ts$/.test(file);
const opensWithUseServer = (file: string) =>
  /^\s*["']use server["']/m.test(readFileSync(path.join(root, file), "utf8"));

const actions: { name: string; action: Action }[] = [];
for (const file of files.filter(isActionFile)) {
  const loaded = (await import(/* @vite-ignore */ path.join(root, file))) as Record<
    string,
    unknown
  >;
  for (const [name, exported] of Object.entries(loaded))
    if (typeof exported === "function")
      actions.push({
        name: `${file.slice(folder.length + 1)}: ${name}`,
        action: exported as Action,
      });
}

const declared = actions.flatMap(({ name, action }) =>
  action.declaration === undefined ? [] : [{ name, action, ...action.declaration }],
);
const isPermission = (permission: ActionDeclaration["permission"]): permission is Permission =>
  permission !== "anybody";
const guarded = declared.flatMap((each) =>
  isPermission(each.permission)
    ? [{ ...each, permission: each.permission, rule: ruleOf(each.permission) }]
    : [],
);

const strengths = [
  "code",
  "passkey",
  "fresh-passkey",
] as const satisfies readonly SessionStrength[];
const sessionOf = {
  code: { signIn: "code", isSteppedUp: false },
  passkey: { signIn: "passkey", isSteppedUp: false },
  "fresh-passkey": { signIn: "passkey", isSteppedUp: true },
} as const;

let tenancyId: string;
let otherTenancyId: string;
/** Operators by role and session. A system owner owns every tenancy. */
const operators = new Map<string, TestOperator>();

beforeAll(async () => {
  tenancyId = (await createTestTenancy(run.current)).id;
  otherTenancyId = (await createTestTenancy(run.current)).id;
  for (const strength of strengths) {
    for (const role of operatorRoles)
      operators.set(
        `${role} ${strength}`,
        await createTestOperator(run.current, { tenancyId, role, ...sessionOf[strength] }),
      );
    operators.set(`system ${strength}`, await createTestOperator(run.current, sessionOf[strength]));
  }
});

const operatorOf = (role: OperatorRole | "system", strength: SessionStrength = "fresh-passkey") => {
  const operator = operators.get(`${role} ${strength}`);
  if (operator === undefined) throw new Error(`no operator is ${role}`);
  return operator;
};

/** Every role combined with every session. */
const matrix = ([...operatorRoles, "system"] as const).flatMap((role) =>
  strengths.map((strength) => [role, strength] as const),
);

/** Whether the table grants the permission to the role, ignoring the session's strength. */
function isAllowed(role: OperatorRole | "system", permission: Permission): boolean {
  const { roles, scope } = ruleOf(permission);
  if (scope === "installation") return role === "system";
  return role === "system" || roles.includes(role);
}

const call = ({ action, ofTenancy }: { action: Action; ofTenancy?: true | undefined }) =>
  ofTenancy === true ? action(tenancyId, undefined) : action(undefined);

async function changesNothing(work: () => Promise<void>): Promise<void> {
  const { db } = run.current;
  const state = async () => [
    await db.auditEvent.count(),
    await db.operator.count(),
    await db.operatorInvitation.count(),
    await db.operatorPasskey.count(),
    await db.oneTimeToken.count(),
    await db.challenge.count(),
    await db.outboxEmail.count(),
    await db.user.count({ where: { disabledAt: null } }),
    await db.passkey.count(),
  ];
  const before = await state();
  await work();
  expect(await state()).toEqual(before);
}

describe("files", () => {
  test("files named actions.ts, and no others, run on the server", () => {
    expect(files.filter((file) => opensWithUseServer(file) !== isActionFile(file))).toEqual([]);
  });

  test("every export of an action file declares who may call it", () => {
    expect(actions.length).toBeGreaterThan(10);
    expect(
      actions.filter(({ action }) => action.declaration === undefined).map(({ name }) => name),
    ).toEqual([]);
  });
});

/** What a call was answered: the missing proof, or else the error, "Forbidden" for a role's. */
const answerOf = (result: ActionResult<unknown>) =>
  result.ok ? "ok" : (result.needs ?? result.error.tag.replace("@error/", ""));

/** Calls every action, and returns the unexpected answers as "action, situation: answer". */
async function unexpected<Each extends { name: string }>(
  list: readonly Each[],
  situations: readonly (readonly [
    situation: string,
    call: (each: Each) => Promise<ActionResult<unknown>>,
    expected: (each: Each) => string,
  ])[],
): Promise<string[]> {
  const found: string[] = [];
  for (const each of list)
    for (const [situation, act, expected] of situations) {
      const answer = answerOf(await act(each));
      if (answer !== expected(each)) found.push(`${each.name}, ${situation}: ${answer}`);
    }
  return found;
}

test("no action takes a call from another site, even with a session", async () => {
  const origins = [
    "https://evil.example",
    "null",
    `${run.current.baseUrl}.evil.example`,
    undefined,
  ];
  await changesNothing(async () => {
    expect(
      await unexpected(
        declared,
        origins.map((origin) => [
          String(origin),
          (each) => operatorOf("owner").as(() => call(each), { client: { origin } }),
          () => "Forbidden",
        ]),
      ),
    ).toEqual([]);
  });
});

test("no action for operators takes a call without a session or with an invalid cookie", async () => {
  const cookies = [undefined, "", "x".repeat(43), "x".repeat(100_000)];
  await changesNothing(async () => {
    expect(
      await unexpected(
        guarded,
        cookies.map((cookie) => [
          `a cookie of ${cookie?.length} characters`,
          (each) => withRequestFacts(requestFacts(run.current, cookie), () => call(each)),
          () => "sign-in",
        ]),
      ),
    ).toEqual([]);
  });
});

test("every action follows the permission table, for every role and session", async () => {
  // No schema accepts the input, so a BadRequest shows that all other checks passed.
  const answers = { "passkey-session": "passkey-session", "fresh-passkey": "step-up" };
  expect(
    await unexpected(
      guarded,
      matrix.map(([role, strength]) => [
        `${role} with a ${strength} session`,
        (each) => operatorOf(role, strength).as(() => call(each)),
        ({ permission }) => {
          if (!isAllowed(role, permission)) return "Forbidden";
          const missing = missingProof(strength, permission);
          return missing === null ? "BadRequest" : answers[missing];
        },
      ]),
    ),
  ).toEqual([]);
});

test("no action takes an owner of another tenancy, or an invalid tenancy id", async () => {
  const owner = operatorOf("owner");
  const ids = [
    otherTenancyId,
    owner.system.tenancy.id,
    "01hzzzzzzzzzzzzzzzzzzzzzzz",
    "",
    `${tenancyId} `,
    tenancyId.toUpperCase(),
    [tenancyId],
    { id: tenancyId },
    null,
    undefined,
  ];
  expect(
    await unexpected(
      guarded.filter(({ ofTenancy }) => ofTenancy === true),
      ids.map((id) => [
        JSON.stringify(id) ?? "none",
        ({ action }) => owner.as(() => action(id, undefined)),
        () => "Forbidden",
      ]),
    ),
  ).toEqual([]);
});

test("an action takes a tenancy id if and only if its permission is scoped to a tenancy", () => {
  expect(
    guarded
      .filter(({ rule }) => rule.scope !== "installation")
      .filter(({ ofTenancy, rule }) => (ofTenancy === true) !== (rule.scope === "tenancy"))
      .map(({ name }) => name),
  ).toEqual([]);
});
