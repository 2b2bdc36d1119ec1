import { describe, expect, test } from "vitest";
import { register } from "@/testing/ceremonies";
import { challengeOf, verify } from "@/testing/challenge-rules";
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

const run = provideService();
const guarded = { requireProofToAddPasskey: true };
const refused = { status: 403, body: { _tag: "@error/ProofRequired" } };

const tenancyWith = (settings: Parameters<typeof createTestTenancy>[2] = guarded) =>
  createTestTenancy(run.current, {}, settings);

const authorize = (tenancy: TestTenancy, body: object = {}) =>
  tenancy.backend("POST", "passkey/registration/authorize", { ...victim, ...body });

/** Asks to add a passkey. Returns the token of the request. */
async function request(tenancy: TestTenancy, body: object = {}): Promise<string> {
  const reply = await authorize(tenancy, body);
  expect(reply).toMatchObject(refused);
  run.current.clock.advance(1);
  return String(reply.body["proofToken"]);
}

/** Creates a challenge and verifies its code. Returns what identifies it. */
async function verified(tenancy: TestTenancy, body: object = {}) {
  const fields = { purpose: "add-passkey", email: victim.email, ...body };
  const challenge = await challengeOf(tenancy, fields);
  expect((await verify(tenancy, challenge)).status).toBe(200);
  return { challengeId: challenge.challengeId, secret: challenge.secret };
}

const proofOf = async (tenancy: TestTenancy) => ({
  proofToken: await request(tenancy),
  ...(await verified(tenancy)),
});

describe.each([
  ["registers", plantPasskey],
  ["is linked by a code", plantByCode],
])("a planted passkey that %s", (_name, plant) => {
  test("is added without the guard", async () => {
    const tenancy = await tenancyWith({});
    const { sub } = await createVictim(tenancy);
    const attacker = newDevice();
    await plant(tenancy, attacker);
    expect((await signIn(tenancy, attacker)).body["principal"]).toMatchObject({ sub });
  });

  test("is refused with it", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    const attacker = newDevice();
    expect(await plant(tenancy, attacker)).toMatchObject(refused);
    const count = await run.current.db.passkey.count({ where: { tenancyId: tenancy.id, sub } });
    expect(count).toBe(1);
  });
});

describe("a proof", () => {
  test("is not needed for a user's first passkey, and adds the second", async () => {
    const tenancy = await tenancyWith();
    await createVictim(tenancy);
    await register(tenancy, newDevice(), { ...victim, proof: await proofOf(tenancy) });
  });

  test("links a passkey by its code, which stays valid until then", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    const proof = await proofOf(tenancy);
    const reply = await plantByCode(tenancy, newDevice(), { proof });
    expect(reply).toMatchObject({ status: 200, body: { sub } });
  });

  test("is required to move a passkey to the user", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    const other = await register(tenancy, newDevice(), { username: "eve" });
    const path = `passkeys/${other.principal.authenticatorId}`;
    const move = (body: object) =>
      tenancy.backend("PATCH", path, { userId: victim.userId, ...body });
    expect(await move({})).toMatchObject(refused);
    const moved = await move({ proof: await proofOf(tenancy) });
    expect(moved.status).toBe(202);
    const owner = await run.current.db.passkey.findFirst({
      where: { tenancyId: tenancy.id, id: other.principal.authenticatorId },
    });
    expect(owner?.sub).toBe(sub);
  });

  test("is used once, also in 30 concurrent requests", async () => {
    const tenancy = await tenancyWith();
    await createVictim(tenancy);
    const proof = await proofOf(tenancy);
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => authorize(tenancy, { proof })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(29);
  });

  test("spends its code for all requests that wait, even at once", async () => {
    const tenancy = await tenancyWith();
    await createVictim(tenancy);
    const tokens = [];
    for (let turn = 0; turn < 5; turn++) tokens.push(await request(tenancy));
    const code = await verified(tenancy);
    const replies = await Promise.all(
      tokens.map((proofToken) => authorize(tenancy, { proof: { proofToken, ...code } })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
  });

  test("expires with its request after 20 minutes", async () => {
    const tenancy = await tenancyWith();
    await createVictim(tenancy);
    const proofToken = await request(tenancy);
    run.current.clock.advance(15 * 60_000);
    const proof = { proofToken, ...(await verified(tenancy)) };
    run.current.clock.advance(5 * 60_000);
    expect(await authorize(tenancy, { proof })).toMatchObject(refused);
  });

  test("ends with the key that requested it", async () => {
    const tenancy = await tenancyWith();
    await createVictim(tenancy);
    const proof = await proofOf(tenancy);
    await run.current.db.apiKey.update({
      where: { tenancyId_id: { tenancyId: tenancy.id, id: tenancy.apiKeyId } },
      data: { lockedAt: new Date(run.current.clock.now()) },
    });
    const { key } = await tenancy.createKey();
    const reply = await tenancy.backend(
      "POST",
      "passkey/registration/authorize",
      { ...victim, proof },
      { authorization: `Bearer ${key}` },
    );
    expect(reply).toMatchObject(refused);
  });

  test("covers only the user it was for when the passkey is written", async () => {
    const tenancy = await tenancyWith();
    await createVictim(tenancy);
    const before = await authorize(tenancy, { userId: "bob", username: "bob", email: undefined });
    await register(tenancy, newDevice(), { userId: "bob", username: "bob", email: undefined });
    const { registrationToken } = before.body;
    const late = await tenancy.browser("POST", "passkey/registration/options", {
      registrationToken,
    });
    expect(late).toMatchObject(refused);
    expect(late.body["proofToken"]).toBeUndefined();
  });
});

describe("a proof is refused", () => {
  test.each<[string, (tenancy: TestTenancy) => Promise<object>]>([
    [
      "when its code was created before the request",
      async (tenancy) => {
        const code = await verified(tenancy);
        run.current.clock.advance(1);
        return { proofToken: await request(tenancy), ...code };
      },
    ],
    [
      "with another purpose",
      async (tenancy) => ({
        proofToken: await request(tenancy),
        ...(await verified(tenancy, { purpose: "login" })),
      }),
    ],
    [
      "when its code is not verified",
      async (tenancy) => {
        const proofToken = await request(tenancy);
        const fields = { purpose: "add-passkey", email: victim.email };
        const { challengeId, secret } = await challengeOf(tenancy, fields);
        return { proofToken, challengeId, secret };
      },
    ],
    [
      "with another mailbox, even for the user's id",
      async (tenancy) => ({
        proofToken: await request(tenancy),
        ...(await verified(tenancy, { email: "eve@example.com", userId: victim.userId })),
      }),
    ],
    [
      "with another user's id",
      async (tenancy) => ({
        proofToken: await request(tenancy),
        ...(await verified(tenancy, { userId: "eve" })),
      }),
    ],
    [
      "with another user's request",
      async (tenancy) => {
        const eve = { userId: "eve", username: "eve@example.com", email: "eve@example.com" };
        await register(tenancy, newDevice(), eve);
        return { proofToken: await request(tenancy, eve), ...(await verified(tenancy)) };
      },
    ],
    [
      "with a wrong secret",
      async (tenancy) => ({
        proofToken: await request(tenancy),
        ...(await verified(tenancy)),
        secret: "x",
      }),
    ],
    [
      "of another tenancy",
      async (tenancy) => {
        const other = await tenancyWith();
        await createVictim(other);
        return { ...(await proofOf(other)), proofToken: await request(tenancy) };
      },
    ],
  ])("%s", async (_name, proof) => {
    const tenancy = await tenancyWith();
    await createVictim(tenancy);
    const reply = await authorize(tenancy, { proof: await proof(tenancy) });
    expect(reply).toMatchObject(refused);
    expect(reply.body["proofToken"]).toEqual(expect.any(String));
  });
});

test("a user without an owned email proves with a code for their user id", async () => {
  const tenancy = await tenancyWith();
  const user = { userId: "bob", username: "bob" };
  await register(tenancy, newDevice(), user);
  const asked = await tenancy.backend("POST", "passkey/registration/authorize", user);
  const proofToken = asked.body["proofToken"];
  run.current.clock.advance(1);
  const without = await verified(tenancy, { email: "bob@example.com" });
  const prove = (code: object) =>
    tenancy.backend("POST", "passkey/registration/authorize", {
      ...user,
      proof: { proofToken, ...code },
    });
  expect(await prove(without)).toMatchObject(refused);
  const named = await verified(tenancy, { email: "bob@example.com", userId: "bob" });
  expect((await prove(named)).status).toBe(200);
});
