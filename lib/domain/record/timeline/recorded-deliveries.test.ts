import { expect, test } from "vitest";
import { challengeOf, newMailbox, verify } from "@/testing/challenge-rules";
import { provideEmailProviders } from "@/testing/email-providers";
import { eventsOf } from "@/testing/events-of";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const providers = provideEmailProviders(run);

async function request() {
  const tenancy = await createTestTenancy(run.current);
  const email = newMailbox();
  const challenge = await challengeOf(tenancy, { email });
  run.current.clock.advance(1);
  const ends = async () =>
    (await eventsOf(run.current, tenancy)).filter(({ kind }) =>
      ["code.accepted", "code.failed"].includes(kind),
    );
  return { tenancy, email, challenge, ends };
}

test("an email that the provider accepts or refuses is on the mailbox's timeline", async () => {
  const accepted = await request();
  await providers.deliver();
  const { challengeId } = accepted.challenge;
  expect(await accepted.ends()).toMatchObject([
    { kind: "code.accepted", email: accepted.email, challengeId, reason: null },
  ]);
  providers.smtp.behaviour = "refuse";
  const refused = await request();
  await providers.deliver();
  expect(await refused.ends()).toMatchObject([
    { kind: "code.failed", email: refused.email, reason: "Delivery.refused" },
  ]);
});

test("an email that expires is on the timeline, and one that is no longer wanted is not", async () => {
  const late = await request();
  run.current.clock.advance(late.tenancy.ctx.tenancy.codeMs);
  const unwanted = await request();
  await verify(unwanted.tenancy, unwanted.challenge);
  await providers.deliver();
  expect(await late.ends()).toMatchObject([{ kind: "code.failed", reason: "Delivery.expired" }]);
  expect(await unwanted.ends()).toEqual([]);
});
