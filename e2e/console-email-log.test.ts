import type { Page } from "@playwright/test";
import { ulid } from "ulid";
import { expectNoBarrier } from "./barriers";
import { countClicks } from "./clicks";
import { openUntil } from "./open-until";
import { expect, test } from "./smtp-fixtures";

/** Opens the email log from the overview and searches for a mailbox, in one click. */
async function findMailbox(page: Page, tenancyId: string, email: string) {
  await page.goto(`/console/${tenancyId}`);
  const support = countClicks();
  await support.click(page.getByRole("navigation").getByRole("link", { name: "Email log" }));
  await page.getByLabel("Find a mailbox").fill(email);
  await expect(page).toHaveURL(/mailbox=/);
  return support;
}

/** Reloads the list until its entry is in this state. */
async function showsDelivery(page: Page, state: string) {
  const row = page.getByRole("row").filter({ hasText: state });
  await openUntil(page, page.url(), row);
}

// One worker, so that the tests share a server.
test.describe.configure({ mode: "default" });

test("“my code never came” is answered in two clicks: rate-limited, refused, wrong address, accepted", async ({
  page,
  operator,
  backend,
  database,
  demo: { tenancyId },
  smtp,
}) => {
  const { email: operatorEmail } = await operator({ tenancyId, role: "support" });
  const sub = ulid().toLowerCase();
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","givenName",
       "familyName","selfService","createdAt","updatedAt")
     VALUES ($1,$2,$3,$3,true,'Grace','Hopper',false,now(),now())`,
    [tenancyId, sub, "grace@example.com"],
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
    await expect(notice).toContainText(/The next request succeeds in (9|10) minutes/);
    await expect(notice).toContainText("No code was sent for these requests");
    await expect(notice).toContainText("Owned by Grace Hopper.");
    await expect(notice.getByRole("link", { name: "Grace Hopper" })).toBeVisible();
    expect(support.count()).toBeLessThanOrEqual(2);

    await findMailbox(page, tenancyId, "ace@exam");
    await expect(notice).toContainText("grace@example.com is rate-limited");
    const row = page.getByRole("row").filter({ hasText: "grace@example.com" }).first();
    await expect(row).toContainText("Rate-limited");
  });

  smtp.behaviour = "refuse";
  const refused = await request("gone@example.com");
  await test.step("refused by the provider: its answer, and a new code that works", async () => {
    const support = await findMailbox(page, tenancyId, "gone@example.com");
    await showsDelivery(page, "Refused");
    await support.click(page.getByRole("link", { name: "gone@example.com" }));
    await expect(page.getByText("The email provider refused the email")).toBeVisible();
    await expect(page.getByText("550 5.1.1 … no such user")).toBeVisible();
    expect(support.count()).toBeLessThanOrEqual(2);

    smtp.behaviour = "accept";
    await page.getByRole("button", { name: "Send a new code" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send a new code" }).click();
    await expect(page.getByText("New code sent")).toBeVisible();
    const received = () => smtp.mails.find(({ to }) => to.includes("gone@example.com"));
    await expect.poll(received).toBeDefined();
    await expect(page.getByText(`by ${operatorEmail}, 2 codes in total`)).toBeVisible();
    const code = /^\d{6}$/m.exec(received()?.parsed.text ?? "")?.[0];
    const { challengeId, secret } = refused;
    await backend("POST", "challenges/verify", { challengeId, secret, code });
    await page.reload();
    await expect(page.getByText("The code was entered and verified")).toBeVisible();
    await page.getByRole("link", { name: "Email log" }).first().click();
    await expect(page).toHaveURL(/\/challenges(\?|$)/);
    await expect(page.getByRole("row").filter({ hasText: "gone@example.com" })).toContainText(
      `by ${operatorEmail}`,
    );
  });

  await test.step("wrong address: no user has it", async () => {
    const support = await findMailbox(page, tenancyId, "grace@exmaple.com");
    await expect(page.getByText("No user has the address grace@exmaple.com")).toBeVisible();
    await expect(page.getByText("No code was sent to “grace@exmaple.com”")).toBeVisible();
    await expect(page.getByText("No rate limit is near")).toBeVisible();
    await expect(page.getByText("can request 5 more codes now").first()).toBeHidden();
    const similar = page.getByRole("status").filter({ hasText: "mistyped" });
    await expect(similar).toContainText("Codes went to grace@example.com (5).");
    expect(support.count()).toBeLessThanOrEqual(2);

    await request("grace@exmaple.com");
    await page.goto(`/console/${tenancyId}/users/${sub}`);
    const summary = page.getByRole("region", { name: /can/i }).first();
    await expect(summary).toContainText("A code went to grace@exmaple.com, which no user has.");
    await summary.getByRole("link", { name: "grace@exmaple.com" }).click();
    await expect(page.getByRole("row").filter({ hasText: "grace@exmaple.com" })).toHaveCount(1);
  });

  await test.step("accepted: the provider's answer, and what to check", async () => {
    await request("ada@example.com");
    await expect.poll(() => smtp.mails.some(({ to }) => to.includes("ada@example.com"))).toBe(true);
    const support = await findMailbox(page, tenancyId, "ada@example.com");
    await support.click(page.getByRole("link", { name: "ada@example.com" }));
    await expect(page.getByText("250 OK: message queued")).toBeVisible();
    await expect(page.getByText(/Ask the user to check the spelling/)).toBeVisible();
    expect(support.count()).toBeLessThanOrEqual(2);
  });
});

test("a code that a newer one replaced links to it", async ({
  page,
  operator,
  backend,
  demo: { tenancyId },
}) => {
  await operator({ tenancyId, role: "support" });
  const body = { purpose: "login", email: "twice@example.com", invalidateOthers: true };
  await backend("POST", "challenges", body);
  await backend("POST", "challenges", body);
  await findMailbox(page, tenancyId, "twice@example.com");
  const rows = page.getByRole("row").filter({ hasText: "twice@example.com" });
  await expect(rows).toHaveCount(2);
  await rows
    .filter({ hasText: "Replaced" })
    .getByRole("link", { name: "twice@example.com" })
    .click();
  await expect(page.getByText("A newer code replaced this one")).toBeVisible();
  await page.getByRole("link", { name: "Newer code" }).click();
  await expect(page.getByText("Pending", { exact: true })).toBeVisible();
});

test("an expired code says why no new one can be sent, and leads to the one requested since", async ({
  page,
  operator,
  backend,
  database,
  demo: { tenancyId },
}, info) => {
  await operator({ tenancyId, role: "support" });
  const email = "slow@example.com";
  await backend("POST", "challenges", { purpose: "login", email });
  await database.query(
    `UPDATE "Challenge" SET "expiresAt" = now() WHERE "tenancyId" = $1 AND "emailNormalized" = $2`,
    [tenancyId, email],
  );
  await findMailbox(page, tenancyId, email);
  await page.getByRole("link", { name: email }).click();
  await expect(page.getByText("You can’t send it for them")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a new code" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "open it" })).toHaveCount(0);
  await backend("POST", "challenges", { purpose: "login", email });
  await page.reload();
  await expect(page.getByRole("link", { name: "open it" })).toBeVisible();
  await expectNoBarrier({ page, info }, "email-expired");
  await page.getByRole("link", { name: "open it" }).click();
  await expect(page.getByText("Pending", { exact: true })).toBeVisible();
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
  // As after many failures: the next attempt is far away. An attempt in flight is due when its lease
  // of 20 seconds ends, and would write its own time.
  await expect
    .poll(async () => {
      const { rowCount } = await database.query(
        `UPDATE "OutboxMail" SET "dueAt" = now() + interval '10 minutes'
         WHERE "tenancyId" = $1 AND "state" = 'queued'
           AND "dueAt" BETWEEN now() AND now() + interval '15 seconds'`,
        [tenancyId],
      );
      return rowCount;
    })
    .toBe(1);
  smtp.behaviour = "accept";
  await page.getByRole("button", { name: "Retry now" }).click();
  await expect(page.getByText("Sending the email now")).toBeVisible();
  await expect.poll(() => smtp.mails.some(({ to }) => to.includes("late@example.com"))).toBe(true);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  /** Searches for a mailbox from the overview, in two taps. */
  async function tapToSearch(page: Page, tenancyId: string, email: string) {
    await page.goto(`/console/${tenancyId}`);
    await page.getByRole("button", { name: "Open the menu" }).tap();
    await page.getByRole("button", { name: "Search", exact: true }).tap();
    await page.keyboard.type(email);
  }

  /** Opens the email log of a mailbox from the overview by the search, in three taps. */
  async function tapToMailbox(page: Page, tenancyId: string, email: string) {
    await tapToSearch(page, tenancyId, email);
    await page.getByRole("option", { name: `Email log: ${email}` }).tap();
    await expect(page.getByRole("heading", { name: "Email log" })).toBeVisible();
    await expect(page).toHaveURL(/mailbox=/);
  }

  test("“my code never came” is answered in three taps", async ({
    page,
    operator,
    backend,
    demo: { tenancyId },
    smtp,
  }) => {
    await operator({ tenancyId, role: "support" });
    const request = (email: string) => backend("POST", "challenges", { purpose: "login", email });
    const rowOf = (email: string) => page.getByRole("row").filter({ hasText: email }).first();

    await request("phone.accepted@example.com");
    const isReceived = () => smtp.mails.some(({ to }) => to.includes("phone.accepted@example.com"));
    await expect.poll(isReceived).toBe(true);
    smtp.behaviour = "refuse";
    await request("phone.refused@example.com");
    for (let sent = 0; sent < 5; sent++) await request("phone.limited@example.com");
    await expect(request("phone.limited@example.com")).rejects.toThrow("ChallengeRateLimited");

    await tapToMailbox(page, tenancyId, "phone.limited@example.com");
    await expect(page.getByText("phone.limited@example.com is rate-limited")).toBeVisible();

    await tapToMailbox(page, tenancyId, "phone.refused@example.com");
    await showsDelivery(page, "Refused");
    await expect(rowOf("phone.refused@example.com")).toContainText("550 5.1.1 … no such user");

    await tapToSearch(page, tenancyId, "phone.wrong@exmaple.com");
    await expect(
      page.getByText("No user, code or event of “phone.wrong@exmaple.com”"),
    ).toBeVisible();

    await tapToMailbox(page, tenancyId, "phone.accepted@example.com");
    await expect(rowOf("phone.accepted@example.com")).toContainText("250 OK: message queued");
  });
});
