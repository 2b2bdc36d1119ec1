import { describe, expect, test } from "vitest";
import { newMailbox } from "@/testing/challenge-rules";
import { minute, provideEmailProviders } from "@/testing/email-providers";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { queueNotices } from "./queue-notices";

const run = provideService();
const providers = provideEmailProviders(run);
const { deliver, rowsOf } = providers;

describe("a notice to operators", () => {
  const queue = async (tenancy: TestTenancy, to: string[], lifetimeMs: number) => {
    const untilMs = run.current.clock.now() + lifetimeMs;
    const mail = {
      kind: "invitation" as const,
      tenancy: "Harbour",
      inviter: "ada@example.com",
      role: "support" as const,
      link: "http://localhost:3000/console/invitation#secret-of-the-link",
      untilMs,
    };
    await run.current.db.$transaction((tx) =>
      queueNotices(tenancy.ctx, tx, { to, mail, expiresAt: untilMs }),
    );
  };

  test("is sent once to each with its link, and is never stored in plain text", async () => {
    const tenancy = await createTestTenancy(run.current);
    const to = [newMailbox(), newMailbox()];
    await queue(tenancy, to, minute);
    expect(JSON.stringify(await rowsOf(tenancy))).not.toMatch(
      /secret-of-the-link|Harbour|example\.com/,
    );
    expect(await deliver()).toEqual(["sent", "sent"]);
    expect(providers.smtp.mails.map((mail) => mail.to.join()).sort()).toEqual(to.toSorted());
    for (const { parsed } of providers.smtp.mails)
      expect(parsed.text).toContain("http://localhost:3000/console/invitation#secret-of-the-link");
    for (const row of await rowsOf(tenancy))
      expect(row).toMatchObject({ state: "sent", sealed: null });
  });

  test("is not sent after it expires", async () => {
    const tenancy = await createTestTenancy(run.current);
    await queue(tenancy, [newMailbox()], minute);
    run.current.clock.advance(minute);
    expect(await deliver()).toEqual(["dead"]);
    expect(providers.smtp.mails).toEqual([]);
  });
});
