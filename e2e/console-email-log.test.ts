import type { Locator, Page } from "@playwright/test";
import { ulid } from "ulid";
import { expect, test } from "./smtp-fixtures";

/** Counts clicks from the tenancy's overview. */
async function startAtOverview(page: Page, tenancyId: string) {
  let clicks = 0;
  await page.goto(`/console/${tenancyId}`);
  return {
    async click(target: Locator) {
      clicks++;
      await target.click();
    },
    clicks: () => clicks,
  };
}

/** Opens the email log from the overview and searches for a mailbox, in two clicks. */
async function findMailbox(page: Page, tenancyId: string, email: string) {
  const support = await startAtOverview(page, tenancyId);
  await support.click(page.getByRole("navigation").getByRole("link", { name: "Email log" }));
  await page.getByLabel("Find a mailbox").fill(email);
  await support.click(page.getByRole("button", { name: "Show" }));
  await expect(page).toHaveURL(/mailbox=/);
  return support;
}

/** Reloads the list until its entry is in this state. */
async function showsDelivery(page: Page, state: string) {
  const row = page.getByRole("row").filter({ hasText: state });
  await expect(async () => {
    await page.reload();
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

// One worker, so that the tests share a server.
test.describe.configure({ mode: "default" });

test("“my code never came” is answered in three clicks: rate-limited, refused, wrong address, accepted", async ({
  page,
  operator,
  backend,
  database,
  demo: { tenancyId },
  smtp,
}) => {
  await operator({ tenancyId, role: "support" });
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","selfService",
       "createdAt","updatedAt") VALUES ($1,$2,$3,$3,true,false,now(),now())`,
    [tenancyId, ulid().toLowerCase(), "grace@example.com"],
  );
  const request = async (email: string) =>
    (await backend("POST", "challenges", { purpose: "login", email }))["challenge"] as {
      challengeId: string;
      secret: string;
      expiresAt: number;
    };

  await test.step("rate-limited: the notice says until when, and lists the refused requests", async () => {
    for (let sent = 0; sent < 5; sent++) await request("grace@example.com");
    await expect(request("grace@example.com")).rejects.toThrow("ChallengeRateLimited");
    const support = await findMailbox(page, tenancyId, "grace@example.com");
    const notice = page.getByRole("status").filter({ hasText: "grace@example.com" });
    await expect(notice).toContainText("grace@example.com is rate-limited");
    await expect(notice).toContainText(/The next request succeeds in 9 minutes/);
    await expect(notice).toContainText("No code was sent for these requests");
    await expect(notice.getByRole("link", { name: "A user owns this address" })).toBeVisible();
    expect(support.clicks()).toBeLessThanOrEqual(3);
  });

  smtp.behaviour = "refuse";
  const refused = await request("gone@example.com");
  await test.step("refused by the provider: its answer, and a new code that works", async () => {
    const support = await findMailbox(page, tenancyId, "gone@example.com");
    await showsDelivery(page, "Refused");
    await support.click(page.getByRole("link", { name: "gone@example.com" }));
    await expect(page.getByText("The email provider refused the email")).toBeVisible();
    await expect(page.getByText("550 5.1.1 … no such user")).toBeVisible();
    expect(support.clicks()).toBeLessThanOrEqual(3);

    smtp.behaviour = "accept";
    await page.getByRole("button", { name: "Send a new code" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send a new code" }).click();
    await expect(page.getByText("New code sent")).toBeVisible();
    const received = () => smtp.mails.find(({ to }) => to.includes("gone@example.com"));
    await expect.poll(received).toBeDefined();
    const code = /^\d{6}$/m.exec(received()?.parsed.text ?? "")?.[0];
    const { challengeId, secret } = refused;
    await backend("POST", "challenges/verify", { challengeId, secret, code });
    await page.reload();
    await expect(page.getByText("The code was entered and verified")).toBeVisible();
  });

  await test.step("wrong address: no user has it", async () => {
    const support = await findMailbox(page, tenancyId, "grace@exmaple.com");
    await expect(page.getByText("No user has the address grace@exmaple.com")).toBeVisible();
    await expect(page.getByText("No code was sent to “grace@exmaple.com”")).toBeVisible();
    expect(support.clicks()).toBeLessThanOrEqual(3);
  });

  await test.step("accepted: the provider's answer, and what to check", async () => {
    await request("ada@example.com");
    await expect.poll(() => smtp.mails.some(({ to }) => to.includes("ada@example.com"))).toBe(true);
    const support = await findMailbox(page, tenancyId, "ada@example.com");
    await support.click(page.getByRole("link", { name: "ada@example.com" }));
    await expect(page.getByText("250 OK: message queued")).toBeVisible();
    await expect(page.getByText(/Ask the user to check the spelling/)).toBeVisible();
    expect(support.clicks()).toBeLessThanOrEqual(3);
  });
});

test("after an outage, a retry delivers a waiting email at once", async ({
  page,
  operator,
  backend,
  database,
  demo: { tenancyId },
  smtp,
}) => {
  await operator({ tenancyId, role: "support" });
  smtp.behaviour = "defer";
  await backend("POST", "challenges", { purpose: "login", email: "late@example.com" });
  await findMailbox(page, tenancyId, "late@example.com");
  await showsDelivery(page, "Retrying");
  await page.getByRole("link", { name: "late@example.com" }).click();
  await expect(page.getByText("451 4.3.0 Try again later")).toBeVisible();
  // As after many failures: the next attempt is a minute away.
  await database.query(
    `UPDATE "OutboxMail" SET "dueAt" = now() + interval '1 minute'
     WHERE "tenancyId" = $1 AND "state" = 'queued'`,
    [tenancyId],
  );
  smtp.behaviour = "accept";
  await page.getByRole("button", { name: "Retry now" }).click();
  await expect(page.getByText("Sending the email now")).toBeVisible();
  await expect.poll(() => smtp.mails.some(({ to }) => to.includes("late@example.com"))).toBe(true);
});
