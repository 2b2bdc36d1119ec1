import { expect, test } from "vitest";
import { findSession } from "@/lib/domain/admin/operator/session/find-session";
import { lifetimes } from "@/lib/limits";
import { createOperatorDevice, runCeremony } from "@/testing/operator-ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { addOwnPasskey, authorizeOwnPasskey } from "./add-own-passkey";
import { needsSecondPasskey } from "./list-own-passkeys";

const run = provideService();

/** An operator with a role in a tenancy, and a function that adds a passkey on a new device. */
async function signedIn(role: "owner" | "admin") {
  const { id: tenancyId } = await createTestTenancy(run.current);
  const { cookie, sub, system: ctx } = await createTestOperator(run.current, { tenancyId, role });
  const session = await findSession(run.current, cookie);
  if (session === null) throw new Error("no session was opened");
  const addPasskey = async () => {
    const device = createOperatorDevice(run.current);
    const proof = await runCeremony(ctx, device, await authorizeOwnPasskey(ctx, session));
    await addOwnPasskey(ctx, session, proof);
  };
  await addPasskey();
  return { ctx, session, addPasskey, role: { tenancyId_sub: { tenancyId, sub } } };
}

test("a new owner with one passkey needs a second one; an admin is not reminded", async () => {
  const owner = await signedIn("owner");
  expect(await needsSecondPasskey(owner)).toBe(true);
  await owner.addPasskey();
  expect(await needsSecondPasskey(owner)).toBe(false);
  expect(await needsSecondPasskey(await signedIn("admin"))).toBe(false);
});

test("the reminder ends after two weeks", async () => {
  const owner = await signedIn("owner");
  const since = (days: number) =>
    owner.ctx.db.operator.update({
      where: owner.role,
      data: { createdAt: new Date(run.current.clock.now() - days * lifetimes.dayMs) },
    });
  await since(13);
  expect(await needsSecondPasskey(owner)).toBe(true);
  await since(15);
  expect(await needsSecondPasskey(owner)).toBe(false);
});
