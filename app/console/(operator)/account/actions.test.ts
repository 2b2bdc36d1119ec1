import { describe, expect, test } from "vitest";
import { findSession } from "@/lib/domain/admin/operator/session/find-session";
import { createOperatorDevice, openSystem, runCeremony } from "@/testing/operator-ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import {
  beginPasskey,
  finishPasskey,
  removePasskey,
  revokeOtherSessions,
  revokeSession,
} from "./actions";

const run = provideService();

async function addPasskey(operator: Awaited<ReturnType<typeof createTestOperator>>) {
  const system = await openSystem(run.current);
  const begun = await operator.as(() => beginPasskey({}));
  if (!begun.ok) return begun;
  const code = await runCeremony(system, createOperatorDevice(run.current), begun.value);
  return operator.as(() => finishPasskey({ code }));
}

const rowsOf = (sub: string) =>
  run.current.db.operatorPasskey.findMany({ where: { passkey: { sub } } });

describe("adding a passkey", () => {
  test.each([
    ["a session that stepped up", { isSteppedUp: true }, 0],
    ["a session by code", { signIn: "code", isSteppedUp: false }, 86_400_000],
  ] as const)("works in %s", async (_name, wanted, waitMs) => {
    const operator = await createTestOperator(run.current, wanted);
    expect(await addPasskey(operator)).toEqual({
      ok: true,
      value: { trustedFromMs: run.current.clock.now() + waitMs },
    });
    expect(await rowsOf(operator.sub)).toHaveLength(1);
  });

  test("asks for a passkey first in a session that began with one, at either step", async () => {
    const operator = await createTestOperator(run.current, { isSteppedUp: false });
    for (const act of [() => beginPasskey({}), () => finishPasskey({ code: "x" })])
      expect(await operator.as<Promise<unknown>>(act)).toMatchObject({
        ok: false,
        needs: "step-up",
      });
    expect(await rowsOf(operator.sub)).toEqual([]);
  });
});

test("a passkey is removed by its own operator alone, after a step-up", async () => {
  const operator = await createTestOperator(run.current);
  await addPasskey(operator);
  const [row] = await rowsOf(operator.sub);
  const passkeyId = row?.passkeyId ?? "";
  const stranger = await createTestOperator(run.current);
  expect(await stranger.as(() => removePasskey({ passkeyId }))).toMatchObject({
    ok: false,
    error: { tag: "@error/NotFound" },
  });
  expect(await operator.as(() => removePasskey({ passkeyId }))).toMatchObject({
    ok: false,
    error: {
      tag: "@error/Forbidden",
      message: expect.stringContaining("last trusted passkey") as string,
    },
  });
  expect(await rowsOf(operator.sub)).toHaveLength(1);
});

test("sessions are ended by their own operator alone, without a step-up", async () => {
  const operator = await createTestOperator(run.current, { isSteppedUp: false });
  const stranger = await createTestOperator(run.current);
  const theirs = await findSession(run.current, stranger.cookie);
  expect(await operator.as(() => revokeSession({ id: theirs?.id ?? "" }))).toMatchObject({
    ok: false,
    error: { tag: "@error/NotFound" },
  });
  expect(await operator.as(() => revokeSession({ id: { not: "" } as never }))).toMatchObject({
    ok: false,
    error: { tag: "@error/BadRequest", issues: [{ path: "id" }] },
  });
  expect(await operator.as(() => revokeOtherSessions({}))).toEqual({
    ok: true,
    value: { count: 0 },
  });
  expect(await findSession(run.current, stranger.cookie)).not.toBeNull();
});
