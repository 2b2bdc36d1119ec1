import { describe, expect, test } from "vitest";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { lifetimes } from "@/lib/limits";
import { newMailbox } from "@/testing/challenge-rules";
import { openSystem } from "@/testing/operator-ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { findSession, stepUpUntil } from "./find-session";
import { beginCodeSignIn, finishCodeSignIn } from "./sign-in-by-code";

const run = provideService();

async function createSupport() {
  const tenancy = await createTestTenancy(run.current);
  const made = await createTestOperator(run.current, {
    tenancyId: tenancy.id,
    role: "support",
    email: newMailbox(),
  });
  return { ...made, tenancy, system: await openSystem(run.current) };
}

const mailsOf = (challengeId: string) =>
  run.current.db.outboxEmail.findMany({ where: { challengeId } });

async function codeOf(challengeId: string, digits: number): Promise<{ code: string; to: string }> {
  const [mail] = await mailsOf(challengeId);
  const opened = await openEmail(run.current, mail?.sealed ?? "");
  if (opened.kind !== "challenge") throw new Error("the mail is of another kind");
  return { code: opened.longCode.slice(0, digits), to: opened.to };
}

describe("a code", () => {
  test("signs an operator in once, without a step-up, and is audited as a code", async () => {
    const { system, sub, email } = await createSupport();
    const { challengeId, secret, digits } = await beginCodeSignIn(system, {
      email: email.toUpperCase(),
    });
    const { code, to } = await codeOf(challengeId, digits);
    expect(to).toBe(email);
    const session = await findSession(
      run.current,
      await finishCodeSignIn(system, { challengeId, secret, code }),
    );
    expect(session).toMatchObject({
      sub,
      signIn: "code",
      passkeyId: null,
      roles: [{ role: "support" }],
    });
    expect(session === null ? 1 : stepUpUntil(session)).toBe(0);
    expect(
      await run.current.db.auditEvent.count({
        where: { targetId: sub, action: "operator.signed-in-by-code" },
      }),
    ).toBe(1);
    await expect(finishCodeSignIn(system, { challengeId, secret, code })).rejects.toMatchObject({
      tag: "@error/InvalidChallenge",
    });
  });

  test("is emailed only to enabled operators, and the reply is the same for all addresses", async () => {
    const { system, tenancy, email, sub } = await createSupport();
    const noRole = await createTestOperator(run.current, {
      tenancyId: tenancy.id,
      email: newMailbox(),
    });
    await run.current.db.operator.deleteMany({ where: { sub: noRole.sub } });
    const disabled = await createTestOperator(run.current, {
      tenancyId: tenancy.id,
      email: newMailbox(),
    });
    await run.current.db.user.updateMany({
      where: { sub: disabled.sub },
      data: { disabledAt: new Date(0) },
    });
    const answers = [];
    for (const address of [email, noRole.email, disabled.email, newMailbox()])
      answers.push(await beginCodeSignIn(system, { email: address }));
    const mails = await Promise.all(
      answers.map(async ({ challengeId }) =>
        openEmail(run.current, (await mailsOf(challengeId))[0]?.sealed ?? ""),
      ),
    );
    expect(mails.map((mail) => mail.kind === "challenge" && mail.isDecoy === true)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    const shapes = answers.map(({ challengeId, secret, ...rest }) => ({
      ...rest,
      challengeId: challengeId.length,
      secret: secret.length,
    }));
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
    expect(await run.current.db.operatorSession.count({ where: { sub } })).toBe(1);
  });

  test("has the same rate limit for known and unknown addresses", async () => {
    const { system, email } = await createSupport();
    for (const address of [email, newMailbox()]) {
      for (let asked = 0; asked < 5; asked++) await beginCodeSignIn(system, { email: address });
      await expect(beginCodeSignIn(system, { email: address })).rejects.toMatchObject({
        tag: "@error/ChallengeRateLimited",
        extra: { retryAfterSeconds: 600 },
      });
    }
  });

  test("survives requests from a stranger, and requires its own browser's secret", async () => {
    const { system, email } = await createSupport();
    const mine = await beginCodeSignIn(system, { email });
    const strangers = await beginCodeSignIn(system, { email });
    const { code } = await codeOf(mine.challengeId, mine.digits);
    await expect(
      finishCodeSignIn(system, { ...mine, secret: strangers.secret, code }),
    ).rejects.toMatchObject({ tag: "@error/InvalidChallenge" });
    await finishCodeSignIn(system, { ...mine, code });
  });

  test("is refused if wrong, expired, for another purpose, or if the operator has no role left", async () => {
    const { system, tenancy, email, sub } = await createSupport();
    const asked = await beginCodeSignIn(system, { email });
    const { code } = await codeOf(asked.challengeId, asked.digits);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    await expect(finishCodeSignIn(system, { ...asked, code: wrong })).rejects.toMatchObject({
      tag: "@error/InvalidChallengeCode",
      extra: { attemptsRemaining: 4 },
    });
    await run.current.db.challenge.updateMany({
      where: { id: asked.challengeId },
      data: { purpose: "recovery" },
    });
    await expect(finishCodeSignIn(system, { ...asked, code })).rejects.toMatchObject({
      tag: "@error/InvalidChallenge",
    });
    const late = await beginCodeSignIn(system, { email });
    run.current.clock.advance(system.tenancy.codeMs);
    await expect(
      finishCodeSignIn(system, {
        ...late,
        code: (await codeOf(late.challengeId, late.digits)).code,
      }),
    ).rejects.toMatchObject({ tag: "@error/ChallengeExpired" });
    run.current.clock.advance(lifetimes.challengeWindowMs);
    const last = await beginCodeSignIn(system, { email });
    await run.current.db.operator.deleteMany({ where: { tenancyId: tenancy.id } });
    await expect(
      finishCodeSignIn(system, {
        ...last,
        code: (await codeOf(last.challengeId, last.digits)).code,
      }),
    ).rejects.toMatchObject({ tag: "@error/InvalidChallenge" });
    expect(await run.current.db.operatorSession.count({ where: { sub, signIn: "code" } })).toBe(0);
  });
});
