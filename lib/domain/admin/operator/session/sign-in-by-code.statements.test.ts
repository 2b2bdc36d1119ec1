import { expect, test } from "vitest";
import { claimDeliveries } from "@/lib/domain/user/email/claim-deliveries";
import { deliverEmail } from "@/lib/domain/user/email/deliver-email";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { newMailbox } from "@/testing/challenge-rules";
import { mailerTo } from "@/testing/email-delivery";
import { openSystem } from "@/testing/operator-ceremonies";
import { provideService } from "@/testing/provide-service";
import { startSmtpReceiver } from "@/testing/smtp-receiver";
import { statementsOf } from "@/testing/statements-of";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { beginCodeSignIn, finishCodeSignIn } from "./sign-in-by-code";

const run = provideService();

/** Addresses that must look the same as an operator's. */
async function addresses() {
  const tenancy = await createTestTenancy(run.current);
  const create = () =>
    createTestOperator(run.current, { tenancyId: tenancy.id, email: newMailbox() });
  const operator = await create();
  const noRole = await create();
  const disabled = await create();
  await run.current.db.operator.deleteMany({ where: { sub: noRole.sub } });
  await run.current.db.user.updateMany({
    where: { sub: disabled.sub },
    data: { disabledAt: new Date(0) },
  });
  return {
    operator: operator.email,
    others: { "no role": noRole.email, disabled: disabled.email, unknown: newMailbox() },
  };
}

test("requesting and failing a code runs the same statements for operators and all other addresses", async () => {
  const system = await openSystem(run.current);
  const { operator, others } = await addresses();
  const attempt = async (email: string) => {
    const asked = await beginCodeSignIn(system, { email });
    await expect(
      finishCodeSignIn(system, { ...asked, code: "x".repeat(asked.digits) }),
    ).rejects.toMatchObject({ tag: "@error/InvalidChallengeCode" });
  };
  await attempt(newMailbox());
  const expected = await statementsOf(run.current, () => attempt(operator));
  expect(expected.length).toBeGreaterThan(2);
  for (const [name, email] of Object.entries(others))
    expect(await statementsOf(run.current, () => attempt(email)), name).toEqual(expected);
});

test("stores the same for every address, and emails only the operator", async () => {
  const system = await openSystem(run.current);
  const smtp = await startSmtpReceiver();
  const mailer = mailerTo(run.current, { smtp });
  await run.current.db.outboxEmail.deleteMany();
  const { operator, others } = await addresses();
  for (const email of [operator, ...Object.values(others)]) {
    const { challengeId } = await beginCodeSignIn(system, { email });
    const [row, ...more] = await run.current.db.outboxEmail.findMany({ where: { challengeId } });
    expect([row?.state, more]).toEqual(["queued", []]);
    expect(await openEmail(run.current, row?.sealed ?? "")).toMatchObject({
      kind: "challenge",
      to: email,
    });
  }
  const { items: claimed } = await claimDeliveries(run.current, { room: 10 });
  expect(claimed).toHaveLength(4);
  for (const mail of claimed) expect(await deliverEmail(run.current, mailer, mail)).toBe("sent");
  expect(smtp.mails.map(({ to }) => to)).toEqual([[operator]]);
  expect(await run.current.db.outboxEmail.count({ where: { sealed: { not: null } } })).toBe(0);
  mailer.close();
  await smtp.goDown();
});
