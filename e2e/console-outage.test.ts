import { ulid } from "ulid";
import { expectNoBarrier } from "./barriers";
import { openUntil } from "./open-until";
import { expect, test } from "./smtp-fixtures";

test("a mail outage raises an alarm on the overview, and ends once the provider accepts email", async ({
  page,
  operator,
  backend,
  database,
  demo: { tenancyId },
  smtp,
}, info) => {
  await operator({ tenancyId, role: "support" });
  await page.goto(`/console/${tenancyId}`);
  await expect(page.getByText("No alarms")).toBeVisible();

  smtp.behaviour = "defer";
  for (const name of ["ada", "grace", "edsger"])
    await backend("POST", "challenges", { purpose: "login", email: `${name}@outage.example` });
  const alarm = page.getByRole("alert").filter({ hasText: "Email isn’t being delivered" });
  const said = alarm.filter({ hasText: "The provider didn’t accept 3 of the last 3 emails." });
  await openUntil(page, page.url(), said);
  await expectNoBarrier({ page, info }, "outage");
  await alarm.getByRole("link", { name: "3 retrying" }).click();
  await page.getByRole("link", { name: "grace@outage.example" }).click();
  await expect(page).toHaveURL(/challenges\/[0-9a-z]{26}$/);
  await expect(page.getByText("451 4.3.0 Try again later").first()).toBeVisible();

  // As after many failures: the next attempts are a minute away.
  await database.query(
    `UPDATE "OutboxMail" SET "dueAt" = now() + interval '1 minute'
     WHERE "tenancyId" = $1 AND "state" = 'queued'`,
    [tenancyId],
  );
  smtp.behaviour = "accept";
  await page.getByRole("button", { name: "Retry now" }).click();
  await expect.poll(() => smtp.mails.length).toBe(1);
  await expect(page.getByRole("button", { name: "Retry now" })).toHaveCount(0);
  await database.query(
    `UPDATE "OutboxMail" SET "dueAt" = now() WHERE "tenancyId" = $1 AND "state" = 'queued'`,
    [tenancyId],
  );
  await expect.poll(() => smtp.mails.length).toBe(3);
  await page.goto(`/console/${tenancyId}`);
  await expect(page.getByText("No alarms")).toBeVisible();
});

test("all pages agree on an outage that follows accepted emails", async ({
  page,
  operator,
  backend,
  demo: { tenancyId },
  smtp,
}, info) => {
  await operator();
  const acceptedBefore = smtp.mails.length;
  const send = (name: string) =>
    backend("POST", "challenges", { purpose: "login", email: `${name}@agree.example` });
  for (let index = 0; index < 8; index++) await send(`accepted-${index}`);
  await expect.poll(() => smtp.mails.length).toBe(acceptedBefore + 8);
  smtp.behaviour = "defer";
  for (const name of ["ada", "grace", "edsger"]) await send(name);
  const title = "Email isn’t being delivered";
  const said = page
    .getByRole("alert")
    .filter({ hasText: title })
    .filter({ hasText: "The provider didn’t accept 3 of the last 3 emails." });
  await openUntil(page, `/console/${tenancyId}`, said);
  const started = page.getByRole("alert").locator("time").first();
  const since = await started.getAttribute("datetime");
  await page.goto("/console/tenancies");
  const listed = page.getByRole("alert").filter({ hasText: title });
  await expect(listed.locator("time").first()).toHaveAttribute("datetime", since ?? "");
  await expect(listed).toContainText("The provider didn’t accept 3 of the last 3 emails.");
  await page.goto("/console/status");
  const check = page.getByRole("listitem").filter({ hasText: "Email delivery" });
  await expect(check).toContainText(`${title} in 1 tenancy.`);
  await expect(check).toContainText("Act now");
  await expect(check).toContainText("The provider didn’t accept 3 of the last 3 emails.");
  await expect(check.locator("time").first()).toHaveAttribute("datetime", since ?? "");
  await expectNoBarrier({ page, info }, "status in an outage");
  await check.getByRole("link").click();
  await expect(page).toHaveURL(`/console/${tenancyId}#alarm-deliveries-failing`);
  smtp.behaviour = "accept";
});

test("the status page warns of a single email that isn’t accepted, until another one is", async ({
  page,
  operator,
  backend,
  smtp,
}) => {
  await operator();
  smtp.behaviour = "defer";
  const send = (name: string) =>
    backend("POST", "challenges", { purpose: "login", email: `${name}@single.example` });
  await send("ada");
  const check = page.getByRole("listitem").filter({ hasText: "Email delivery" });
  const shows = (text: string) =>
    openUntil(page, "/console/status", check.filter({ hasText: text }));
  await shows("No email was accepted for");
  await expect(check).toContainText("Watch");
  smtp.behaviour = "accept";
  await send("grace");
  await shows("Good");
});

test("a user’s page explains an email that is retried, and follows “Retry now”", async ({
  page,
  operator,
  backend,
  database,
  demo: { tenancyId },
  smtp,
}, info) => {
  await operator({ tenancyId, role: "support" });
  const sub = ulid().toLowerCase();
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","selfService",
       "createdAt","updatedAt") VALUES ($1,$2,$3,$3,true,false,now(),now())`,
    [tenancyId, sub, "ada@retried.example"],
  );
  const words = `4.7.500 Server busy. ${"Try again later, please. ".repeat(8)}(S77719)`;
  smtp.behaviour = { to: "RCPT TO", code: 451, words };
  for (const name of ["ada", "grace", "edsger"])
    await backend("POST", "challenges", { purpose: "login", email: `${name}@retried.example` });
  const summary = page.getByRole("region", { name: "email isn’t being delivered" });
  const said = summary
    .filter({ hasText: "2 others are affected." })
    .filter({ hasText: /hasn’t been delivered after \d+ attempts?\./ });
  await openUntil(page, `/console/${tenancyId}/users/${sub}`, said);
  await expect(summary).toContainText(words);
  await expect(summary).toContainText("The provider didn’t accept 3 of the last 3 emails.");
  await expectNoBarrier({ page, info }, "user in an outage");
  await summary.getByRole("link", { name: "Email isn’t being delivered" }).click();
  await expect(page).toHaveURL(`/console/${tenancyId}#alarm-deliveries-failing`);
  await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();

  // As after many failures: the next attempts are a minute away.
  await database.query(
    `UPDATE "OutboxMail" SET "dueAt" = now() + interval '1 minute', "attempts" = 7
     WHERE "tenancyId" = $1 AND "state" = 'queued'`,
    [tenancyId],
  );
  await page.goBack();
  await page.reload();
  await expect(summary).toContainText("after 7 attempts");
  const retry = page.getByRole("button", { name: "Retry now" });
  await retry.click();
  await expect(summary).toContainText("after 8 attempts");
  await database.query(
    `UPDATE "OutboxMail" SET "dueAt" = now() + interval '1 minute'
     WHERE "tenancyId" = $1 AND "state" = 'queued'`,
    [tenancyId],
  );
  smtp.behaviour = "accept";
  await retry.click();
  await expect(retry).toHaveCount(0);
  expect(smtp.mails.map(({ to }) => to)).toEqual([["ada@retried.example"]]);
  await expect(page.getByText("check the spam folder").first()).toBeVisible();
});

test("the alarm about failed requests names a refused origin, and links to the setting", async ({
  page,
  operator,
  tenancy,
  database,
  baseURL,
}) => {
  // The service adds to these counts.
  await database.query(
    `INSERT INTO "ActivityCount" VALUES ($1, date_trunc('hour', now()), 'failure.Forbidden', 24),
       ($1, date_trunc('hour', now()), 'failure.InvalidToken', 6)`,
    [tenancy.id],
  );
  const url = `${baseURL}/v2/${tenancy.id}/passkey/authentication/options`;
  const headers = { Origin: "https://shop.exmaple.com", "Content-Type": "application/json" };
  for (let count = 0; count < 2; count++)
    expect((await fetch(url, { method: "POST", headers, body: "{}" })).status).toBe(403);
  const alarm = page.getByRole("status").filter({ hasText: "More requests fail than usual" });
  await operator({ tenancyId: tenancy.id, role: "support" });
  const said = alarm.filter({ hasText: "https://shop.exmaple.com" });
  await openUntil(page, `/console/${tenancy.id}`, said);
  await expect(alarm).toContainText(/“Origin not allowed”: \d+ of \d+ \(\d+%\)/);
  await expect(alarm).toContainText("ask an admin to add it in Settings → Sites");
  await expect(alarm.getByRole("link", { name: "Settings → Sites" })).toHaveCount(0);
  await alarm.getByRole("link", { name: "Origin not allowed" }).click();
  await expect(page).toHaveURL(/\/activity\?kind=refused&reason=Forbidden/);
  await expect(page.getByText("https://shop.exmaple.com").first()).toBeVisible();

  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}`);
  await alarm.getByRole("link", { name: "Settings → Sites" }).click();
  await expect(page).toHaveURL(`/console/${tenancy.id}/settings/sites`);
});
