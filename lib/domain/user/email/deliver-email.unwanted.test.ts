import { describe, expect, test } from "vitest";
import { challengeOf, newMailbox, verify } from "@/testing/challenge-rules";
import { minute, provideEmailProviders, serverError } from "@/testing/email-providers";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const providers = provideEmailProviders(run);
const { deliver, rowOf } = providers;

describe("a canceled email", () => {
  const endings: [
    ending: string,
    endedBy: "expired" | "unwanted",
    end: (
      tenancy: TestTenancy,
      challenge: Awaited<ReturnType<typeof challengeOf>>,
      email: string,
    ) => Promise<unknown>,
  ][] = [
    ["has expired", "expired", async () => run.current.clock.advance(10 * minute)],
    ["was verified", "unwanted", (tenancy, challenge) => verify(tenancy, challenge)],
    [
      "was deleted",
      "unwanted",
      (tenancy, { challengeId }) => tenancy.backend("DELETE", `challenges/${challengeId}`),
    ],
    [
      "was superseded",
      "unwanted",
      (tenancy, _challenge, email) =>
        challengeOf(tenancy, { email, invalidateOthers: true, sendEmail: false }),
    ],
    [
      "was purged",
      "unwanted",
      (tenancy) => run.current.db.challenge.deleteMany({ where: { tenancyId: tenancy.id } }),
    ],
    [
      "belongs to a tenancy that was suspended",
      "unwanted",
      (tenancy) => tenancy.set({ suspendedAt: new Date(run.current.clock.now()) }),
    ],
  ];

  const deliveryOf = (endedBy: string) => (endedBy === "unwanted" ? "canceled" : "dead");

  test.each(endings)("is never sent: its challenge %s", async (_ending, endedBy, end) => {
    const tenancy = await createTestTenancy(run.current);
    const email = newMailbox();
    const challenge = await challengeOf(tenancy, { email });
    await end(tenancy, challenge, email);
    expect(await deliver(providers.byResend)).toEqual([deliveryOf(endedBy)]);
    expect(providers.resend.keys).toEqual([]);
    expect(await rowOf(tenancy)).toMatchObject({
      state: "dead",
      sealed: null,
      sentAt: null,
      endedBy,
      lastError: null,
    });
  });

  test.each(endings)(
    "is not retried after a failure: its challenge %s",
    async (_ending, endedBy, end) => {
      const tenancy = await createTestTenancy(run.current);
      const email = newMailbox();
      const challenge = await challengeOf(tenancy, { email });
      providers.resend.behaviour = serverError;
      expect(await deliver(providers.byResend)).toEqual(["retried"]);
      await end(tenancy, challenge, email);
      providers.resend.behaviour = "accept";
      run.current.clock.advance(minute);
      expect(await deliver(providers.byResend)).toEqual([deliveryOf(endedBy)]);
      expect(providers.resend.keys).toHaveLength(1);
      expect(await rowOf(tenancy)).toMatchObject({
        state: "dead",
        sealed: null,
        endedBy,
        lastError: "500 internal_server_error: No.",
      });
    },
  );

  test("does not block the email that superseded it", async () => {
    const tenancy = await createTestTenancy(run.current);
    const email = newMailbox();
    await challengeOf(tenancy, { email });
    const { code } = await challengeOf(tenancy, { email, invalidateOthers: true });
    expect((await deliver()).sort()).toEqual(["canceled", "sent"]);
    expect(providers.smtp.mails).toHaveLength(1);
    expect(providers.smtp.mails[0]?.parsed.text).toContain(code);
  });
});
