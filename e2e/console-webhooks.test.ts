import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./console-fixtures";

const secretIn = async (page: Page, within: "main" | "dialog") =>
  /whsec_[A-Za-z0-9+/]{43}=/.exec(await page.getByRole(within).innerText())?.[0] ?? "";

test("a webhook is created, changed, disabled, rotated and deleted", async ({
  page,
  operator,
  tenancy,
}, info) => {
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/settings`);
  await page.getByRole("link", { name: "Webhooks", exact: true }).click();
  await expect(page.getByText("No webhooks")).toBeVisible();

  await page.getByRole("link", { name: "Create webhook" }).click();
  await page.waitForURL(/\/webhooks\/new$/);
  await page.getByLabel("Name", { exact: true }).fill("User mirror");
  // As the servers of these tests run in local mode.
  await expect(page.getByText("such as http://localhost:4000/webhooks")).toBeVisible();
  await page.getByLabel("URL").fill("https://ada:secret@app.example.com/");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText("must not contain a user name or password")).toBeVisible();
  // Local mode reaches its own machine, and no other private address.
  await page.getByLabel("URL").fill("http://10.0.0.5/webhooks");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText("must not be a private address")).toBeVisible();
  await page.getByLabel("URL").fill("https://app.example.com/webhooks/keystead");
  await page.getByLabel("Own choice").check();
  await page.getByText(/^Users \d+ of \d+$/).click();
  await page.getByLabel("All of “Users”").uncheck();
  await page.getByLabel("Erased a user").check();
  await expect(page.getByText(/^Users 1 of \d+$/)).toBeVisible();
  await expectNoBarrier({ page, info }, "webhooks-new");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByRole("heading", { name: "“User mirror” is ready" })).toBeVisible();
  const secret = await secretIn(page, "main");
  expect(secret).not.toBe("");
  await expectNoBarrier({ page, info }, "webhooks-secret");
  await page.getByRole("button", { name: "I’ve stored the secret" }).click();
  await page.waitForURL(/\/webhooks$/);
  await expect(page.getByText("1 of 10 webhooks")).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("link", { name: "User mirror" }).click();
  await expect(page.getByRole("heading", { name: "User mirror" })).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  const save = page.getByRole("button", { name: "Save webhook" });
  await expect(save).toBeDisabled();
  // The form shows it, so the facts below don't repeat it.
  await expect(page.getByText("https://app.example.com/webhooks/keystead")).toHaveCount(0);
  await page.getByLabel("Name", { exact: true }).fill("Mirror of users");
  await page.getByLabel("Default types").check();
  await save.click();
  await expect(page.getByRole("heading", { name: "Mirror of users" })).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(page.getByLabel("Default types")).toBeChecked();

  await page.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("button", { name: "Enable" })).toBeVisible();
  await page.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByRole("button", { name: "Disable" })).toBeVisible();

  await page.getByRole("button", { name: "Rotate secret…" }).click();
  await expectNoBarrier({ page, info, fullPage: false }, "webhooks-rotate");
  await page.getByRole("button", { name: "Rotate secret", exact: true }).click();
  await expect(
    page.getByRole("heading", { name: "New secret of “Mirror of users”" }),
  ).toBeVisible();
  const rotated = await secretIn(page, "dialog");
  expect(rotated).not.toBe("");
  expect(rotated).not.toBe(secret);
  await page.getByRole("button", { name: "I’ve stored the secret" }).click();
  await expect(page.getByText("The former secret also signs until")).toBeVisible();

  await page.getByRole("button", { name: "Delete…" }).click();
  await expectNoBarrier({ page, info, fullPage: false }, "webhooks-delete");
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await page.waitForURL(/\/webhooks$/);
  await expect(page.getByText("No webhooks")).toBeVisible();
});

/** A receiver on this machine that answers with a status and HTML. */
async function startReceiver() {
  const answer = { status: 500 };
  const ids: unknown[] = [];
  const server = createServer((request, response) => {
    ids.push(request.headers["webhook-id"]);
    request.resume().on("end", () => {
      response.statusCode = answer.status;
      response.end("<b>Receiver</b> says \u202Eolleh");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { answer, ids, url: `http://127.0.0.1:${port}/`, server };
}

test("a test event shows what the receiver answered, and is sent again", async ({
  page,
  operator,
  tenancy,
  database,
}, info) => {
  const { answer, ids, url, server } = await startReceiver();
  await operator({ tenancyId: tenancy.id, role: "admin" });
  const list = `/console/${tenancy.id}/settings/webhooks`;
  await page.goto(`${list}/new`);
  await page.getByLabel("Name", { exact: true }).fill("Receiver");
  await page.getByLabel("URL").fill(url);
  await page.getByRole("button", { name: "Create webhook" }).click();
  await page.getByRole("button", { name: "I’ve stored the secret" }).click();
  await page.getByRole("link", { name: "Receiver" }).click();
  const deliveries = page.getByRole("region", { name: "Deliveries" });
  const tested = deliveries.getByRole("row").filter({ hasText: "webhook.tested" });

  // The event that it was created is sent, too.
  await page.getByRole("button", { name: "Send a test event" }).click();
  await expect(tested.getByText(/^500 after/)).toBeVisible();
  await expect(tested.getByText("Retrying")).toBeVisible();
  // Without the character that turns the direction of the text around.
  await expect(tested.getByText("<b>Receiver</b> says olleh")).toBeVisible();
  await page.reload();
  await expect(page.getByText(/attempts? to send (an event|events) failed/)).toBeVisible();
  // Counts events, of which none has had its last retry.
  const failed = page.locator("dl > div").filter({ hasText: "Events failed" });
  await expect(failed).toContainText("After the last retry");
  await expect(failed).toContainText("0");
  await page.goto(list);
  await expect(page.getByRole("row").getByText(/^Failing since/)).toBeVisible();
  await expect(page.getByRole("row").getByText("Answer 500")).toBeVisible();
  await page.getByRole("link", { name: "Create webhook" }).click();
  await page.getByLabel("URL").fill(url.slice(0, -1));
  await expect(page.getByText("“Receiver” has the same URL")).toBeVisible();
  await expectNoBarrier({ page, info }, "webhooks-same-url");
  // An unsent URL asks before the page is left.
  page.once("dialog", (dialog) => void dialog.accept());
  await page.goto(list);
  await page.getByRole("link", { name: "Receiver" }).click();
  await expectNoBarrier({ page, info }, "webhooks-failing");

  await test.step("the overview names it with the cause: first as a remark, then as an alarm", async () => {
    const overview = `/console/${tenancy.id}`;
    await page.goto(overview);
    const remark = page.getByText(
      "The webhook “Receiver” (answer 500) has accepted no event since",
    );
    await expect(remark).toBeVisible();
    await database.query(
      `UPDATE "Webhook" SET "failures" = 3, "failingSince" = now() - interval '11 minutes'
       WHERE "tenancyId" = $1`,
      [tenancy.id],
    );
    await page.reload();
    await expect(remark).toHaveCount(0);
    const alarm = page.getByRole("status").filter({ hasText: "Webhook deliveries are failing" });
    await expect(alarm).toContainText("“Receiver” (answer 500) accepts no events.");
    await expect(alarm).toContainText("Started 11 minutes ago");
    await operator({ tenancyId: tenancy.id, role: "support" });
    await page.goto(overview);
    await expect(alarm).toContainText("“Receiver”");
    await expect(alarm.getByRole("link", { name: "Receiver" })).toHaveCount(0);
    await operator({ tenancyId: tenancy.id, role: "admin" });
    await page.goto(overview);
    await page.goto(`/console/${tenancy.id}/challenges`);
    await expect(page.getByText("No code was requested yet")).toBeVisible();
    await expect(alarm).toHaveCount(0);
    await page.goto(overview);
    await alarm.getByRole("link", { name: "Receiver" }).click();
  });

  await page.getByRole("link", { name: "All deliveries" }).click();
  await expect(page.getByRole("heading", { name: "Deliveries" })).toBeVisible();
  await expect(tested).toHaveCount(1);
  await expectNoBarrier({ page, info }, "webhooks-deliveries");
  await page.getByRole("link", { name: "Failed" }).click();
  await expect(page.getByText("No event is “Failed”")).toBeVisible();
  await page.goBack();

  answer.status = 204;
  const before = ids.length;
  await expect(async () => {
    // Left as it is while its next attempt is close.
    await tested.getByRole("button", { name: /Send again/ }).click();
    await expect(tested.getByText(/^204 after/)).toBeVisible({ timeout: 10_000 });
  }).toPass();
  expect(ids.length).toBeGreaterThan(before);
  await expect(tested.getByText("Accepted")).toBeVisible();
  server.close();
});

test("an auditor reads webhooks and changes none, and support doesn't see them", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await database.query(
    `INSERT INTO "Webhook" ("tenancyId","id","name","url","secret","createdAt","updatedAt")
     VALUES ($1,'01jd3s0m6kz8f4w2v9b7c5x1ta','Mirror','https://app.example.com/?token=hush','sealed',now(),now())`,
    [tenancy.id],
  );
  const list = `/console/${tenancy.id}/settings/webhooks`;
  await operator({ tenancyId: tenancy.id, role: "auditor" });
  await page.goto(list);
  await expect(page.getByRole("link", { name: "Create webhook" })).toHaveCount(0);
  await page.getByRole("link", { name: "Mirror", exact: true }).click();
  await expect(page.getByText("https://app.example.com")).toBeVisible();
  // The path of a URL may contain a secret of the receiver.
  expect(await page.content()).not.toContain("hush");
  for (const name of [/Save/, /Disable/, /Rotate/, /Delete/, /Send/])
    await expect(page.getByRole("main").getByRole("button", { name })).toHaveCount(0);
  expect((await page.goto(`${list}/new`))?.status()).toBe(404);
  await operator({ tenancyId: tenancy.id, role: "support" });
  expect((await page.goto(list))?.status()).toBe(404);
});
