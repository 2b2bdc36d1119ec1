import { describe, expect, test } from "vitest";
import { changeEmail } from "@/lib/domain/user/change-email";
import {
  challengeOf,
  type CreatedChallenge,
  newMailbox,
  wrongCode,
} from "@/testing/challenge-rules";
import { codeOf, createHostedTenancy, visit } from "@/testing/hosted-visitor";
import { withInstances } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { stateOf } from "@/testing/state-of";
import type { TestTenancy } from "@/testing/test-tenancy";

const run = provideService();

/** A user whom the application knows as "ada", and a code for a new mailbox. */
async function userWithNewMailbox(challenge: object = {}) {
  const tenancy = await createHostedTenancy(run.current);
  const before = newMailbox();
  const after = newMailbox();
  const sub = run.current.createId();
  const now = new Date(run.current.clock.now());
  await run.current.db.user.create({
    data: {
      tenancyId: tenancy.id,
      sub,
      userId: "ada",
      selfService: false,
      email: before,
      emailNormalized: before,
      emailOwned: true,
      createdAt: now,
      updatedAt: now,
    },
  });
  const pending = await challengeOf(tenancy, {
    purpose: "email-change",
    email: after,
    userId: "ada",
    ...challenge,
  });
  return { tenancy, sub, before, after, pending };
}

const verify = (
  tenancy: TestTenancy,
  { challengeId, secret, code }: CreatedChallenge,
  setUserEmail = true,
) => tenancy.backend("POST", "challenges/verify", { challengeId, secret, code, setUserEmail });

const userOf = async (tenancy: TestTenancy, sub: string) =>
  (await tenancy.backend("GET", `user/${sub}`)).body["user"];

/** Signs in on the hosted pages by an emailed code. Returns the code for the application. */
async function signInByMailbox(tenancy: TestTenancy, email: string) {
  const visitor = visit(run.current, tenancy);
  const { proof } = (await visitor.prove(email)).body as { proof: string };
  const code = codeOf(await visitor.step("without-passkey", { proof, later: false }));
  return { code, code_verifier: visitor.verifier };
}
const exchange = (
  tenancy: TestTenancy,
  { code, code_verifier }: { code: string; code_verifier: string },
) => tenancy.backend("POST", `principal/${code}`, { code_verifier });

test("after a change of email, only the new mailbox signs in to the account", async () => {
  const { tenancy, sub, before, after, pending } = await userWithNewMailbox();
  expect(await exchange(tenancy, await signInByMailbox(tenancy, before))).toMatchObject({
    status: 200,
    body: { sub },
  });
  const notExchanged = await signInByMailbox(tenancy, before);
  expect(await verify(tenancy, pending)).toMatchObject({
    status: 200,
    body: { _tag: "ChallengeVerified", challenge: { email: after, userId: "ada" } },
  });
  expect(await userOf(tenancy, sub)).toMatchObject({ sub, email: after, emailVerified: true });
  expect(await exchange(tenancy, notExchanged)).toMatchObject({
    body: { _tag: "@error/InvalidCode" },
  });
  const byOld = await exchange(tenancy, await signInByMailbox(tenancy, before));
  expect(byOld.status).toBe(200);
  expect(byOld.body["sub"]).not.toBe(sub);
  expect(await exchange(tenancy, await signInByMailbox(tenancy, after))).toMatchObject({
    body: { sub },
  });
});

test("without `setUserEmail`, the user keeps the email", async () => {
  const { tenancy, sub, before, pending } = await userWithNewMailbox();
  expect((await verify(tenancy, pending, false)).status).toBe(200);
  expect(await userOf(tenancy, sub)).toMatchObject({ email: before, emailVerified: false });
});

test("a user without an application id is named by sub", async () => {
  const tenancy = await createHostedTenancy(run.current);
  const { sub } = (await exchange(tenancy, await signInByMailbox(tenancy, newMailbox()))).body as {
    sub: string;
  };
  const email = newMailbox();
  await verify(tenancy, await challengeOf(tenancy, { email, userId: sub }));
  expect(await userOf(tenancy, sub)).toMatchObject({ email, emailVerified: true });
});

test("writes the change of email into the audit log", async () => {
  const { tenancy, sub, pending } = await userWithNewMailbox();
  await verify(tenancy, pending);
  expect(
    await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: "user.email-changed" },
      select: { targetId: true, actorId: true },
    }),
  ).toEqual([{ targetId: sub, actorId: tenancy.apiKeyId }]);
});

describe("refused", () => {
  test("a wrong code costs an attempt and changes no email", async () => {
    const { tenancy, sub, before, pending } = await userWithNewMailbox();
    expect(await verify(tenancy, { ...pending, code: wrongCode(pending) })).toMatchObject({
      status: 400,
      body: { _tag: "@error/InvalidChallengeCode", attemptsRemaining: 4 },
    });
    expect(await userOf(tenancy, sub)).toMatchObject({ email: before });
    expect((await verify(tenancy, pending)).status).toBe(200);
  });

  test("a key without users:write", async () => {
    const { tenancy, pending } = await userWithNewMailbox();
    const { key } = await tenancy.createKey({ scopes: ["challenges"] });
    const { challengeId, secret, code } = pending;
    expect(
      await tenancy.backend(
        "POST",
        "challenges/verify",
        { challengeId, secret, code, setUserEmail: true },
        { authorization: `Bearer ${key}` },
      ),
    ).toMatchObject({
      status: 403,
      body: { message: "The API key lacks the scope users:write." },
    });
    expect((await verify(tenancy, pending)).status).toBe(200);
  });

  test.each([
    ["no userId", { userId: undefined }],
    ["the userId of no user", { userId: "bob" }],
  ])("a challenge with %s", async (_name, challenge) => {
    const { tenancy, pending } = await userWithNewMailbox(challenge);
    const state = await stateOf(tenancy);
    expect(await verify(tenancy, pending)).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest", issues: [{ path: "setUserEmail" }] },
    });
    expect(await stateOf(tenancy)).toBe(state);
    expect((await verify(tenancy, pending, false)).status).toBe(200);
  });

  test("an email that another user owns; afterwards the code is still valid", async () => {
    const { tenancy, sub, before, after, pending } = await userWithNewMailbox();
    const taken = await exchange(tenancy, await signInByMailbox(tenancy, after));
    const state = await stateOf(tenancy);
    expect(await verify(tenancy, pending)).toMatchObject({
      status: 409,
      body: { _tag: "@error/DuplicateEmail" },
    });
    expect(await stateOf(tenancy)).toBe(state);
    expect(await userOf(tenancy, sub)).toMatchObject({ email: before });
    await tenancy.ctx.db.$transaction((tx) =>
      changeEmail(tenancy.ctx, tx, {
        sub: taken.body["sub"] as string,
        email: "",
        emailVerified: false,
      }),
    );
    expect((await verify(tenancy, pending)).status).toBe(200);
  });
});

test("of 40 parallel right answers one verifies, on four instances", async () => {
  const { tenancy, sub, after, pending } = await userWithNewMailbox();
  const replies = await withInstances(4, () =>
    Promise.all(Array.from({ length: 40 }, () => verify(tenancy, pending))),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await userOf(tenancy, sub)).toMatchObject({ email: after });
});
