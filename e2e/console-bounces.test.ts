import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { Webhook } from "standardwebhooks";
import { ulid } from "ulid";
import { systemClock } from "@/lib/platform/clock";
import { openUntil } from "./open-until";
import { expect, resendSecret, test } from "./smtp-fixtures";

const email = "grace@bounced.example";

/** Sends a bounce of the sent email as Resend does, as if Resend had accepted it. */
async function bounce(page: Page, database: pg.Client): Promise<number> {
  const id = randomUUID();
  await database.query(
    `UPDATE "OutboxMail" SET "provider" = 'resend', "answer" = $1
     WHERE "challengeId" IN (SELECT "id" FROM "Challenge" WHERE "emailNormalized" = $2)`,
    [id, email],
  );
  const body = JSON.stringify({
    type: "email.bounced",
    data: {
      email_id: id,
      to: [email],
      bounce: { type: "Permanent", message: "550 5.1.1 mailbox unavailable" },
    },
  });
  const now = new Date(systemClock.now());
  const reply = await page.request.post("/hooks/email/resend", {
    data: body,
    headers: {
      "content-type": "application/json",
      "svix-id": "msg_1",
      "svix-timestamp": String(Math.floor(now.getTime() / 1_000)),
      "svix-signature": new Webhook(resendSecret).sign("msg_1", now, body),
    },
  });
  return reply.status();
}

test("a bounced mailbox is on the user's page and in the email log, until emails are resumed", async ({
  page,
  operator,
  backend,
  database,
  demo: { tenancyId },
  smtp,
}) => {
  await operator({ tenancyId, role: "support" });
  const sub = ulid().toLowerCase();
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","selfService",
       "createdAt","updatedAt") VALUES ($1,$2,$3,$3,true,false,now(),now())`,
    [tenancyId, sub, email],
  );
  const request = () => backend("POST", "challenges", { purpose: "login", email });
  const received = () => smtp.mails.filter(({ to }) => to.includes(email)).length;
  const row = page.getByRole("row").filter({ hasText: email });
  const log = `/console/${tenancyId}/challenges?mailbox=${email}`;
  await request();
  await expect.poll(received).toBe(1);
  await page.goto(log);
  await expect(row.first()).toContainText("SMTP");
  expect(await bounce(page, database)).toBe(204);

  await test.step("the email log shows it, and further codes aren't sent", async () => {
    await request();
    await openUntil(page, log, row.filter({ hasText: "Not sent, bounced before" }));
    await expect(row.filter({ hasText: "Resend" })).toContainText("Bounced");
    const notice = page.getByRole("alert").or(page.getByRole("status"));
    await expect(notice.filter({ hasText: `${email} bounced` })).toContainText(
      "“550 5.1.1 mailbox unavailable”",
    );
    expect(received()).toBe(1);
  });

  await test.step("the user's page says so in its headline, and resumes emails", async () => {
    await page.goto(`/console/${tenancyId}/users/${sub}`);
    await expect(page.getByText(`${email} bounced`)).toBeVisible();
    await expect(page.getByText(/emails to this address bounce/)).toBeVisible();
    const newCode = page.getByRole("button", { name: "Send a new code" });
    const why = page.getByText("A new code wouldn’t be sent while the address bounces");
    await expect(why).toBeVisible();
    await expect(newCode).toBeHidden();
    await page.getByRole("button", { name: "Resume emails" }).click();
    await expect(page.getByText("Emails to this mailbox are sent again")).toBeVisible();
    await expect(page.getByRole("button", { name: "Resume emails" })).toBeHidden();
    await expect(page.getByText(/emails to this address bounce/)).toBeHidden();
    await expect(why).toBeHidden();
    await expect(newCode).toBeVisible();
    await request();
    await expect.poll(received).toBe(2);
  });
});
