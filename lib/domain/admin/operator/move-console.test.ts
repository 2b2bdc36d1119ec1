import { afterEach, expect, test } from "vitest";
import { createOperatorDevice, followTestLink } from "@/testing/operator-ceremonies";
import { provideService } from "@/testing/provide-service";
import { moveConsole } from "./move-console";
import { findSession } from "./session/find-session";
import { recoverOperator } from "./session/recover-operator";
import { getSystemTenancy, systemContext } from "./system-tenancy";

const run = provideService();
const movedTo = (baseUrl: string) => ({ ...run.current, baseUrl });

/** Counts the log lines and audit events about moves of the console. */
async function countMoves() {
  const { id: tenancyId } = await getSystemTenancy(run.current);
  return {
    lines: run.current.logged.filter((line) => line.includes('"event":"console.moved"')).length,
    events: await run.current.db.auditEvent.count({
      where: { tenancyId, action: "tenancy.settings-changed" },
    }),
  };
}

// Other files of this worker use the same system tenancy.
afterEach(() => moveConsole(run.current));

test("after a change of the base URL, an owner creates a passkey on the new host", async () => {
  await run.current.db.tenancy.deleteMany({ where: { isSystem: true } });
  await getSystemTenancy(run.current);
  const moved = movedTo("https://id.moved.example");
  const before = await countMoves();
  await moveConsole(moved);
  await moveConsole(moved);
  const after = await countMoves();
  expect([after.lines - before.lines, after.events - before.events]).toEqual([1, 1]);

  const system = await systemContext(moved, { requestId: "test", client: {} });
  expect(system.tenancy).toMatchObject({
    rpId: "id.moved.example",
    environment: "production",
    allowedOrigins: ["https://id.moved.example"],
  });
  const { link, sub } = await recoverOperator(moved, {
    email: "moved@example.com",
    disableOthers: false,
  });
  const cookie = await followTestLink(system, createOperatorDevice(moved), { link });
  expect(await findSession(moved, cookie)).toMatchObject({ sub });
});

const warnings = () =>
  run.current.logged.filter((line) => line.includes('"event":"console.no_passkeys"')).length;

test("an unchanged base URL changes nothing, and one that can’t have passkeys logs that", async () => {
  const before = await getSystemTenancy(run.current);
  const moves = await countMoves();
  await moveConsole(run.current);
  expect(warnings()).toBe(0);
  const unusable = ["https://192.0.2.7", "https://[2001:db8::1]", "https://keystead"];
  for (const baseUrl of unusable) await moveConsole(movedTo(baseUrl));
  expect(warnings()).toBe(unusable.length);
  expect(await getSystemTenancy(run.current)).toEqual(before);
  expect(await countMoves()).toEqual(moves);
});
