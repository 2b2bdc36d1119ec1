import { expect, test } from "vitest";
import { lifetimes } from "@/lib/limits";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  register,
} from "@/testing/ceremonies";
import { interceptQueries } from "@/testing/intercept-queries";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { until } from "@/testing/until";
import { findAcceptedPasskeys } from "./find-accepted-passkeys";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const idsOf = (...devices: SoftwareAuthenticator[]) =>
  devices.map(({ credentials }) => credentials[0]?.id ?? "none").sort();
const openMs = lifetimes.ceremonyTimeoutMs + 2 * lifetimes.sessionGraceMs;
const afterwards = () => run.current.clock.advance(openMs);

const tenancyWithSignals = () => createTestTenancy(run.current, {}, { signalsAfterSignIn: true });

/** Signs in and returns what the reply tells the device. */
async function signal(tenancy: TestTenancy, on: SoftwareAuthenticator) {
  const begun = await beginAuthentication(tenancy, { userVerification: "preferred" });
  const { status, body } = await finishAuthentication(tenancy, on, begun);
  expect(status).toBe(200);
  const accepted = body["acceptedPasskeys"] as { allAcceptedCredentialIds: string[] } | undefined;
  // Passkeys that were created in one millisecond have ids in random order.
  accepted?.allAcceptedCredentialIds.sort();
  return accepted;
}

test("a sign-in lists every stored passkey of the user handle, disabled ones included", async () => {
  const tenancy = await tenancyWithSignals();
  const phone = device();
  const laptop = device();
  const other = device();
  const { principal } = await register(tenancy, phone, { userId: "ada" });
  const second = await register(tenancy, laptop, { userId: "ada" });
  await register(tenancy, other, { username: "grace", userId: "grace" });
  await run.current.db.passkey.updateMany({
    where: { tenancyId: tenancy.id, id: second.principal.authenticatorId },
    data: { disabledAt: new Date(run.current.clock.now()), disabledReason: "lost" },
  });
  afterwards();
  expect(await signal(tenancy, phone)).toEqual({
    rpId: "example.com",
    userId: phone.credentials[0]?.userHandle,
    allAcceptedCredentialIds: idsOf(phone, laptop),
  });
  await run.current.db.passkey.delete({
    where: {
      tenancyId_id: { tenancyId: tenancy.id, id: second.principal.authenticatorId },
    },
  });
  expect((await signal(tenancy, phone))?.allAcceptedCredentialIds).toEqual(idsOf(phone));
  expect(principal.userId).toBe("ada");
});

test("by default, a sign-in lists nothing", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  await register(tenancy, phone);
  afterwards();
  expect(await authenticate(tenancy, phone)).not.toHaveProperty("acceptedPasskeys");
});

test("a sign-in lists nothing while a registration is open or was just completed", async () => {
  const tenancy = await tenancyWithSignals();
  const phone = device();
  const laptop = device();
  await register(tenancy, phone, { userId: "ada" });
  expect(await signal(tenancy, phone)).toBeUndefined();
  afterwards();
  expect(await signal(tenancy, phone)).toBeDefined();
  const begun = await beginRegistration(tenancy, { userId: "ada" });
  expect(await signal(tenancy, phone)).toBeUndefined();
  run.current.clock.advance(lifetimes.ceremonyTimeoutMs + lifetimes.sessionGraceMs - 1);
  expect((await finishRegistration(tenancy, laptop, begun)).status).toBe(200);
  run.current.clock.advance(lifetimes.ceremonyTimeoutMs - 1);
  expect(await signal(tenancy, phone)).toBeUndefined();
  run.current.clock.advance(1);
  expect((await signal(tenancy, phone))?.allAcceptedCredentialIds).toEqual(idsOf(phone, laptop));
});

test("a registration that has used its session and not committed yet keeps its passkey", async () => {
  const tenancy = await tenancyWithSignals();
  const tenancyId = tenancy.id;
  const phone = device();
  const laptop = device();
  await register(tenancy, phone, { userId: "ada" });
  afterwards();
  const begun = await beginRegistration(tenancy, { userId: "ada" });
  const blocker = await run.current.pool.connect();
  try {
    await blocker.query("BEGIN");
    await blocker.query(`SELECT 1 FROM "User" WHERE "tenancyId" = $1 FOR UPDATE`, [tenancyId]);
    const finishing = finishRegistration(tenancy, laptop, begun);
    await until("the session is used", async () => {
      const where = { tenancyId, kind: "registrationSession" as const, consumedAt: null };
      return (await run.current.db.oneTimeToken.count({ where })) === 0 ? true : null;
    });
    expect(await signal(tenancy, phone)).toBeUndefined();
    await blocker.query("ROLLBACK");
    expect((await finishing).status).toBe(200);
  } finally {
    blocker.release();
  }
  expect(await signal(tenancy, phone)).toBeUndefined();
  afterwards();
  expect((await signal(tenancy, phone))?.allAcceptedCredentialIds).toEqual(idsOf(phone, laptop));
});

test("a passkey of another tenancy with the same user handle stops the signal", async () => {
  const tenancy = await tenancyWithSignals();
  const copy = await createTestTenancy(run.current);
  const phone = device();
  const laptop = device();
  await register(tenancy, phone);
  await register(copy, laptop);
  afterwards();
  expect(await signal(tenancy, phone)).toBeDefined();
  await run.current.db.passkey.updateMany({
    where: { tenancyId: copy.id },
    data: { userHandle: phone.credentials[0]?.userHandle ?? "" },
  });
  expect(await signal(tenancy, phone)).toBeUndefined();
});

test("a failure skips the signal, not the sign-in", async () => {
  const { ctx } = await tenancyWithSignals();
  const db = interceptQueries(ctx.db, () => Promise.reject(new Error("unreachable")));
  const passkey = { rpId: "example.com", userHandle: "AA" };
  expect(await findAcceptedPasskeys({ ...ctx, db }, passkey)).toBeUndefined();
  expect(run.current.logged.join("")).toContain("signals.failed");
});
