import { describe, expect, test } from "vitest";
import { AuthenticationResponseJSON } from "@/lib/contract/ceremony";
import { endQuarantine } from "@/lib/domain/passkey/end-quarantine";
import { completeAuthentication } from "@/lib/domain/sign-in/ceremony/verify-authentication";
import { beginAuthentication, register } from "@/testing/ceremonies";
import {
  createVictim,
  newDevice,
  plantByCode,
  plantPasskey,
  signIn,
  victim,
} from "@/testing/planted-passkey";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { exportOf, importInto } from "@/testing/vault-files";

const run = provideService();
const hour = 3_600_000;
const quarantined = { quarantineHours: 24 };
const tenancyWith = (settings: Parameters<typeof createTestTenancy>[2] = {}) =>
  createTestTenancy(run.current, {}, settings);

/** The user's passkey in quarantine. */
const passkeyOf = ({ id }: TestTenancy, sub: string) =>
  run.current.db.passkey.findFirstOrThrow({
    where: { tenancyId: id, sub, quarantinedUntil: { not: null } },
  });

describe.each([
  ["registers", plantPasskey],
  ["is linked by a code", plantByCode],
])("a planted passkey that %s", (_name, plant) => {
  test("signs in without quarantine", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    const attacker = newDevice();
    expect((await plant(tenancy, attacker)).status).toBe(200);
    const reply = await signIn(tenancy, attacker);
    expect(reply).toMatchObject({ status: 200, body: { principal: { sub } } });
  });

  test("is refused until its quarantine ends, and the user's first passkey is not", async () => {
    const tenancy = await tenancyWith(quarantined);
    const { device } = await createVictim(tenancy);
    const attacker = newDevice();
    await plant(tenancy, attacker);
    const availableAt = run.current.clock.now() + 24 * hour;
    const refused = {
      status: 403,
      body: { _tag: "@error/PasskeyDisabled", reason: "quarantine", availableAt },
    };
    expect(await signIn(tenancy, attacker)).toMatchObject(refused);
    run.current.clock.advance(24 * hour - 1);
    expect(await signIn(tenancy, attacker)).toMatchObject(refused);
    expect((await signIn(tenancy, device)).status).toBe(200);
    run.current.clock.advance(1);
    expect((await signIn(tenancy, attacker)).status).toBe(200);
  });
});

describe("the code of a planted passkey's registration", () => {
  const plantedCode = async (tenancy: TestTenancy) => {
    const { device } = await createVictim(tenancy);
    const { body } = await plantPasskey(tenancy, newDevice());
    return { device, code: String(body["code"]), idToken: body["id_token"] };
  };

  test("says until when the passkey can't sign in", async () => {
    const tenancy = await tenancyWith(quarantined);
    const { code, device } = await plantedCode(tenancy);
    const availableAt = run.current.clock.now() + 24 * hour;
    expect((await tenancy.backend("GET", `principal/${code}`)).body).toMatchObject({
      operation: "registration",
      passkey: { availableAt },
    });
    const signedIn = String((await signIn(tenancy, device)).body["code"]);
    const { body } = await tenancy.backend("GET", `principal/${signedIn}`);
    expect(body).toMatchObject({ operation: "authentication" });
    expect(body["passkey"]).not.toHaveProperty("availableAt");
  });

  test("is refused by the exchange whose principal can't say so, and stays valid", async () => {
    const tenancy = await tenancyWith(quarantined);
    const { code } = await plantedCode(tenancy);
    const path = `/${tenancy.id}/token/${code}`;
    expect(await tenancy.backend("GET", path)).toMatchObject({
      status: 404,
      body: { _tag: "@error/InvalidCode" },
    });
    expect((await tenancy.backend("GET", `principal/${code}`)).status).toBe(200);
    const free = await tenancyWith();
    const { code: other } = await plantedCode(free);
    expect((await free.backend("GET", `/${free.id}/token/${other}`)).status).toBe(200);
  });

  test("comes without an id token, which needs no exchange", async () => {
    const tenancy = await tenancyWith(quarantined);
    expect((await plantedCode(tenancy)).idToken).toBe("");
    expect((await plantedCode(await tenancyWith())).idToken).toMatch(/^ey/);
  });

  test("says so after the exchange has moved the passkey to the user", async () => {
    const tenancy = await tenancyWith(quarantined);
    await createVictim(tenancy);
    const { body } = await plantByCode(tenancy, newDevice());
    const availableAt = run.current.clock.now() + 24 * hour;
    expect(body).toMatchObject({ userId: victim.userId, passkey: { availableAt } });
  });
});

describe("a quarantine", () => {
  test("shows only after a valid signature", async () => {
    const tenancy = await tenancyWith(quarantined);
    await createVictim(tenancy);
    const attacker = newDevice();
    await plantPasskey(tenancy, attacker);
    const forged = await signIn(tenancy, attacker, { signature: "other-data" });
    expect(forged.body).toMatchObject({ _tag: "@error/VerificationFailed", reason: "signature" });
  });

  test("applies to one of two concurrent first passkeys", async () => {
    const tenancy = await tenancyWith(quarantined);
    const devices = [newDevice(), newDevice()];
    await Promise.all(devices.map((device) => register(tenancy, device, victim)));
    const replies = await Promise.all(devices.map((device) => signIn(tenancy, device)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test("is checked again by the statement that writes the sign-in", async () => {
    const tenancy = await tenancyWith();
    const { device, passkeyId } = await createVictim(tenancy);
    const { db, clock } = run.current;
    const until = new Date(clock.now() + hour);
    // The passkey moves into quarantine between the two statements.
    const coalesce: typeof tenancy.ctx.coalesce = async (rules, key, call) => {
      const result = await tenancy.ctx.coalesce(rules, key, call);
      await db.passkey.updateMany({
        where: { tenancyId: tenancy.id, id: passkeyId },
        data: { quarantinedUntil: until },
      });
      return result;
    };
    const { sessionToken, optionsJSON } = await beginAuthentication(tenancy);
    const response = AuthenticationResponseJSON.parse(device.authenticate(optionsJSON));
    const ctx = { ...tenancy.ctx, coalesce };
    await expect(
      completeAuthentication(ctx, { rule: "verification" }, { sessionToken, response }),
    ).rejects.toMatchObject({ tag: "@error/PasskeyDisabled", extra: { reason: "quarantine" } });
    const codes = await db.oneTimeToken.count({
      where: { tenancyId: tenancy.id, kind: "code", passkeyId },
    });
    // The registration's own.
    expect(codes).toBe(1);
  });

  test("is in the user's timeline, with its reason", async () => {
    const tenancy = await tenancyWith(quarantined);
    const { sub } = await createVictim(tenancy);
    const attacker = newDevice();
    await plantPasskey(tenancy, attacker);
    const { id: passkeyId } = await passkeyOf(tenancy, sub);
    await signIn(tenancy, attacker);
    await run.current.timeline.flush();
    const event = await run.current.db.timelineEvent.findFirst({
      where: { tenancyId: tenancy.id, sub, kind: "sign-in.refused" },
    });
    expect(event).toMatchObject({ passkeyId, reason: "PasskeyDisabled.quarantine" });
  });

  test("shows in the passkey until it ends, and moves with an export", async () => {
    const tenancy = await tenancyWith(quarantined);
    const { sub } = await createVictim(tenancy);
    const attacker = newDevice();
    await plantPasskey(tenancy, attacker);
    const { id } = await passkeyOf(tenancy, sub);
    const quarantinedUntil = run.current.clock.now() + 24 * hour;
    const read = async () => (await tenancy.backend("GET", `passkeys/${id}`)).body;
    expect(await read()).toMatchObject({ quarantinedUntil });

    const target = await tenancyWith();
    expect(await importInto(target, await exportOf(tenancy))).toMatchObject({ created: 2 });
    expect((await signIn(target, attacker)).body).toMatchObject({ reason: "quarantine" });

    run.current.clock.advance(24 * hour);
    expect(await read()).not.toHaveProperty("quarantinedUntil");
    expect((await signIn(target, attacker)).status).toBe(200);
  });

  test("does not remove the passkey from the device", async () => {
    const tenancy = await tenancyWith(quarantined);
    await createVictim(tenancy);
    const attacker = newDevice();
    await plantPasskey(tenancy, attacker);
    const { body } = await tenancy.backend("POST", "passkeys/prune", { userId: victim.userId });
    const { prunePasskeysToken } = body;
    const pruned = await tenancy.browser("POST", "passkeys/prune/exchange", {
      prunePasskeysToken,
    });
    const [instruction] = pruned.body["instructions"] as { allAcceptedCredentialIds: string[] }[];
    expect(instruction?.allAcceptedCredentialIds).toContain(attacker.credentials[0]?.id);
    expect((await signIn(tenancy, attacker)).body._tag).not.toBe("@error/PasskeyNotFound");
  });
});

describe("an operator", () => {
  test("ends a quarantine once, with a reason in the audit log", async () => {
    const tenancy = await tenancyWith(quarantined);
    const { sub } = await createVictim(tenancy);
    const phone = newDevice();
    await plantPasskey(tenancy, phone);
    const { id: passkeyId } = await passkeyOf(tenancy, sub);
    const end = () => endQuarantine(tenancy.ctx, { passkeyId, reason: "She called us" });
    const outcomes = await Promise.all([end(), end(), end()]);
    expect(outcomes.filter(({ isChanged }) => isChanged)).toHaveLength(1);
    expect((await signIn(tenancy, phone)).status).toBe(200);
    const events = await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: "passkey.quarantine-ended" },
    });
    expect(events).toMatchObject([
      { targetId: passkeyId, actorKind: "operator", reason: "She called us" },
    ]);
  });

  test("cannot end another tenancy's", async () => {
    const tenancy = await tenancyWith(quarantined);
    const other = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    await plantPasskey(tenancy, newDevice());
    const { id: passkeyId } = await passkeyOf(tenancy, sub);
    await expect(endQuarantine(other.ctx, { passkeyId, reason: "Mistake" })).rejects.toMatchObject({
      tag: "@error/NotFound",
    });
  });
});
