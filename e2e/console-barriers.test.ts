import type { Page } from "@playwright/test";
import type pg from "pg";
import { ulid } from "ulid";
import { expectNoBarrier, findClipped } from "./barriers";
import { expect, test } from "./console-fixtures";
import { fillTenancy, isOpen, pages, pathOf } from "./console-pages";
import { insertEvent } from "./insert-event";

const hostile = "<script>alert(1)</script>";

const newId = () => ulid().toLowerCase();

/** Gives pages more to show: charts, alarms, refusals, reports, an attestation and a sender. */
async function addDetails(
  database: pg.Client,
  tenancyId: string,
  { sub, passkeyId }: { sub: string; passkeyId: string },
): Promise<void> {
  await database.query(
    `INSERT INTO "ActivityCount"
       SELECT $1, date_trunc('hour', now()) - make_interval(hours => h), metric,
         (20 + 15 * sin(h / 4.0 + length(metric)))::int
       FROM generate_series(0, 300) h, unnest('{passkey.registered,challenge.created,mail.sent,
         mail.dead,provider.531126d6-e717-415c-9320-3d9aa6981239,
         provider.fbfc3007-154e-4ecc-8c0b-6e020557d7bd,provider.unknown}'::text[]) metric
       UNION ALL
       SELECT $1, date_trunc('hour', now()), metric, 30
       FROM unnest('{challenge.ceiling-reached,prompt.sign-in.started,prompt.sign-in.cancelled,
         prompt.sign-in.succeeded}'::text[]) metric`,
    [tenancyId],
  );
  await database.query(
    `INSERT INTO "OutboxMail" ("tenancyId","id","state","endedBy","dueAt","expiresAt","createdAt")
       SELECT $1, $2 || i, 'dead', 'refused', now(), now(), now() FROM generate_series(1, 3) i`,
    [tenancyId, newId().slice(0, -1)],
  );
  await database.query(
    `UPDATE "Webhook" SET "failures" = 3, "failingSince" = now() - interval '11 minutes'
       WHERE "tenancyId" = $1`,
    [tenancyId],
  );
  await insertEvent(database, tenancyId, {
    kind: "request.refused",
    reason: "Forbidden",
    origin: "https://shop.exmaple.com",
  });
  await insertEvent(database, tenancyId, {
    kind: "registration.refused",
    reason: "BadRequest",
    operation: "createRegistrationOptions",
    field: "username",
  });
  const reason = "VerificationFailed.signature";
  await insertEvent(database, tenancyId, { kind: "sign-in.refused", reason, sub, passkeyId });
  await insertEvent(database, tenancyId, { kind: "sign-in.reported", reason: "cancelled", sub });
  await database.query(
    `UPDATE "Passkey" SET "attestationFormat" = 'android-key', "attestationObject" = $3,
         "quarantinedUntil" = now() + interval '1 day'
       WHERE "tenancyId" = $1 AND "id" = $2`,
    [tenancyId, passkeyId, Buffer.alloc(4_000, 1)],
  );
  await database.query(
    `UPDATE "Tenancy" SET "mailSender" = 'codes@harbour-lights.example',
         "mailReplyTo" = 'help@harbour-lights.example' WHERE "id" = $1`,
    [tenancyId],
  );
  await database.query(
    `INSERT INTO "SenderDomain" ("tenancyId","domain","requestedAt","graceUntil")
       VALUES ($1,'harbour-lights.example',now(),now() + interval '12 days')`,
    [tenancyId],
  );
}

test("no page of the console has a barrier", async ({
  page,
  authenticator,
  operator,
  tenancy,
  database,
  context,
}, info) => {
  const member = await operator({ tenancyId: tenancy.id, role: "support" });
  await database.query(
    `WITH p AS (UPDATE "OperatorPasskey" SET "trustedFrom" = now() + interval '1 day'
       WHERE "passkeyId" = $1)
     UPDATE "User" SET "givenName" = $3 WHERE "sub" = $2`,
    [member.passkeyId, member.sub, hostile],
  );
  const { sub } = await operator();
  await authenticator.setTakesOffers(false);
  const parameters = await fillTenancy(database, tenancy.id, sub);
  await addDetails(database, tenancy.id, {
    sub: parameters["[sub]"] ?? "",
    passkeyId: parameters["[passkeyId]"] ?? "",
  });
  const shown: Record<string, string[]> = {
    "[tenancyId]": [
      "More requests fail than usual",
      "Webhook deliveries are failing",
      "Sign-in prompts",
    ],
    "[tenancyId]/activity": ["Missing or invalid field: username"],
    "[tenancyId]/users/[sub]": ["Cancelled the prompt", "Sign-in failed"],
    "[tenancyId]/passkeys/[passkeyId]": ["In quarantine until"],
    "[tenancyId]/members": [hostile],
    "[tenancyId]/settings/branding": ["Sender domain"],
    "[tenancyId]/settings/webhooks": ["Failing since"],
    tenancies: ["Sender domains to confirm"],
    "set-up": ["Create my passkey"],
  };
  expect(pages.length).toBeGreaterThan(20);
  for (const one of [...pages, "nowhere"].sort((a, b) => Number(isOpen(a)) - Number(isOpen(b)))) {
    if (isOpen(one)) await context.clearCookies();
    // Without a secret, the page has no form.
    await page.goto(pathOf(one, parameters) + (one === "set-up" ? "#secret" : ""));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    for (const words of shown[one] ?? [])
      await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();
    if (one.endsWith("activity"))
      await expect(page.getByRole("region", { name: "Why requests failed" })).toBeVisible();
    if (one === "[tenancyId]") await expect(page.locator(".recharts-line").first()).toBeVisible();
    // Only an installation without an owner explains how to get one.
    if (one === "sign-in") await expect(page.getByText("operator recover")).toHaveCount(0);
    const alsoCheck = async () =>
      await expect.poll(() => page.getByRole("table").evaluateAll(findClipped), one).toEqual([]);
    await expectNoBarrier({ page, info, alsoCheck }, one.replaceAll("/", "-"));
  }
});

const act = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name }).first().click();

test("no dialog or state of the console has a barrier", async ({
  page,
  authenticator,
  operator,
  tenancy,
  database,
  context,
}, info) => {
  const { sub } = await operator();
  await authenticator.setTakesOffers(false);
  const parameters = await fillTenancy(database, tenancy.id, sub);
  await addDetails(database, tenancy.id, {
    sub: parameters["[sub]"] ?? "",
    passkeyId: parameters["[passkeyId]"] ?? "",
  });
  const open = (one: string) => page.goto(pathOf(one, parameters));
  const dialog = page.getByRole("dialog");
  const check = async (name: string) => expectNoBarrier({ page, info }, name);
  const checkDialog = async (name: string) => {
    await expect(dialog).toBeVisible();
    await expectNoBarrier({ page, info, fullPage: false }, name);
  };

  await open("[tenancyId]/users?q=nobody");
  await expect(page.getByText("No users match")).toBeVisible();
  await check("no-user");
  await open("[tenancyId]/passkeys?q=nothing&state=disabled");
  await expect(page.getByText("No passkeys match")).toBeVisible();
  await check("no-passkey");

  await open("[tenancyId]/passkeys/[passkeyId]");
  await page.getByText("For developers", { exact: true }).click();
  await page.getByText("Attestation object (CBOR)").click();
  await expect(page.getByText("Not verified", { exact: true })).toBeVisible();
  await check("attestation");
  await act(page, "Delete");
  await checkDialog("delete");
  await open("[tenancyId]/users/[sub]");
  await act(page, "Change email");
  await checkDialog("change-email");
  await open("[tenancyId]/activity");
  await page.getByRole("row").filter({ hasText: "https://shop.exmaple.com" }).click();
  await checkDialog("event");
  await open("[tenancyId]/members");
  await act(page, "Invite");
  await dialog.getByLabel("Email").fill("ada@example.com");
  await checkDialog("invite");
  await open("tenancies");
  await page
    .getByRole("listitem")
    .filter({ hasText: tenancy.name })
    .filter({ hasText: "harbour-lights" })
    .getByRole("button", { name: /Confirm/ })
    .click();
  await checkDialog("confirm-sender");

  await context.clearCookies();
  await open("sign-in/code");
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
  await check("code-sent");
});
