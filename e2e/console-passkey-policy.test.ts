import { readFile } from "node:fs/promises";
import { systemClock } from "@/lib/platform/clock";
import { attest } from "@/testing/authenticator/certified-attestation";
import { createAuthority } from "@/testing/authenticator/issue-certificate";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { populate } from "@/testing/population";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./console-fixtures";
import { openUntil } from "./open-until";

const origin = "http://localhost:4242";
const maker = createAuthority("CN=Harbor Keys, O=Example, C=SE");
const root = `-----BEGIN CERTIFICATE-----
${Buffer.from(maker.certificate).toString("base64")}
-----END CERTIFICATE-----`;

/** Registers as a customer's page. */
function customerOf(url: string, tenancyId: string) {
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const reply = await fetch(`${url}/v2/${tenancyId}/passkey/registration/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: origin },
      body: JSON.stringify(body),
    });
    return (await reply.json()) as Record<string, unknown>;
  };
  return async (email: string, isAttested: boolean) => {
    const device = createSoftwareAuthenticator({ origin, attestation: "packed-self" });
    const { sessionToken, optionsJSON } = await post("options", { email });
    const response = device.register(optionsJSON as never);
    const [credential] = device.credentials;
    if (credential === undefined) throw new Error("the device has no credential");
    return post("verification", {
      sessionToken,
      response: isAttested
        ? attest(response, credential.key, "packed", { issuer: maker })
        : response,
    });
  };
}

test("an admin tests a policy, monitors it, enforces it, and sees whom it refuses", async ({
  page,
  operator,
  tenancy,
  database,
  baseURL,
}) => {
  test.slow();
  const register = customerOf(baseURL ?? "", tenancy.id);
  await populate(
    async ({ text, values }) => (await database.query<Record<string, unknown>>(text, values)).rows,
    { tenancyId: tenancy.id, nowMs: systemClock.now(), rareEvery: 10, users: 30, passkeys: 30 },
  );
  const { email } = await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/settings`);
  await page.getByRole("link", { name: "Passkey policy", exact: true }).click();
  await expect(page.getByLabel("Root certificates")).toHaveCount(0);
  await page.getByRole("button", { name: "Show the rules" }).click();
  await expect(page.getByRole("button", { name: "Hide the rules" })).toBeFocused();
  await page.getByLabel("Root certificates").fill("none");
  await page.getByRole("button", { name: "Test rules" }).click();
  await expect(page.getByText("Enter one certificate in PEM")).toBeVisible();
  await page.getByLabel("Root certificates").fill(root);
  await page.getByRole("button", { name: "Test rules" }).click();
  await expect(page.getByText(/^(\d+) of \1 users would be refused once the policy/)).toBeVisible();
  await page.getByText(/^The (first \d+ )?refused passkeys$/).click();
  await expect(page.getByRole("region", { name: "Refused passkeys" })).toContainText(
    "Authenticators: no attestation",
  );
  await expect(page.getByRole("table", { name: "Refused passkeys by provider" })).toContainText(
    "100%",
  );

  await page.getByLabel("Require user verification").check();
  await page.getByRole("button", { name: "Test rules" }).click();
  await expect(page.getByText(/^Require user verification: known only when a user/)).toBeVisible();
  await page.getByLabel("Require user verification").uncheck();

  await page.getByLabel("Mode", { exact: true }).selectOption("monitor");
  await page.getByLabel("Reason").fill("Audit 2026");
  await page.getByRole("button", { name: "Save passkey policy" }).click();
  const versions = page.getByRole("region", { name: "Versions" });
  await expect(versions).toContainText("Audit 2026");
  await expect(versions).toContainText(email);
  await page.getByRole("button", { name: "Test rules" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(await readFile(await download.path(), "utf8")).toContain("policy-unattested");

  expect((await register("ada@example.com", false))["_tag"]).toBe("RegistrationSuccess");
  await page.getByLabel("Mode", { exact: true }).selectOption("enforce");
  await expect(page.getByText(/users would be refused once the policy is enforced/)).toBeVisible();
  await page.getByRole("button", { name: "Save passkey policy" }).click();
  await expect(versions).toContainText("Enforce");
  const changesOf = async (version: string) => {
    const row = versions.getByRole("row").filter({ hasText: version });
    await row.getByText(/^\d rules?$/).click();
    return row.getByRole("definition");
  };
  await expect(await changesOf("Mode: Monitor → Enforce")).toHaveText(["Monitor → Enforce"]);
  await expect(await changesOf("Audit 2026")).toHaveText(["Off → Monitor", "+ 1"]);
  expect(await register("bob@example.com", false)).toMatchObject({ reason: "policy-unattested" });
  expect((await register("eve@example.com", true))["_tag"]).toBe("RegistrationSuccess");

  const recorded = page
    .getByRole("main")
    .filter({ hasText: "Policy would refuse this passkey" })
    .filter({ hasText: "Passkey registration failed" });
  await openUntil(page, `/console/${tenancy.id}/activity`, recorded);
  const passkeyOf = async (user: string) => {
    const { rows } = await database.query<{ id: string }>(
      `SELECT p."id" FROM "Passkey" p JOIN "User" u USING ("tenancyId", "sub")
       WHERE p."tenancyId" = $1 AND u."email" = $2`,
      [tenancy.id, user],
    );
    return `/console/${tenancy.id}/passkeys/${rows[0]?.id ?? ""}`;
  };
  await page.goto(await passkeyOf("ada@example.com"));
  await page.getByText("For developers", { exact: true }).click();
  await expect(page.getByText("Claimed", { exact: true })).toBeVisible();
  await page.goto(await passkeyOf("eve@example.com"));
  await page.getByText("For developers", { exact: true }).click();
  await expect(page.getByText("Verified by Harbor Keys")).toBeVisible();
});

test("a policy that refuses users at sign-ins is saved only once their number is typed", async ({
  page,
  operator,
  tenancy,
  database,
}, info) => {
  await populate(
    async ({ text, values }) => (await database.query<Record<string, unknown>>(text, values)).rows,
    { tenancyId: tenancy.id, nowMs: systemClock.now(), rareEvery: 10, users: 9, passkeys: 9 },
  );
  await database.query(
    `UPDATE "Passkey" SET "backupEligible" = true, "backedUp" = true WHERE "tenancyId" = $1`,
    [tenancy.id],
  );
  await operator({ tenancyId: tenancy.id, role: "owner" });
  await page.goto(`/console/${tenancy.id}/settings/passkey-policy`);
  await page.getByLabel("Mode", { exact: true }).selectOption("enforce");
  await page.getByLabel("Apply to sign-ins").check();
  await page.getByLabel("Storage").selectOption("device-bound");
  const save = page.getByRole("button", { name: "Save passkey policy" });
  await save.click();
  const dialog = page.getByRole("dialog");
  const sentence = dialog.getByText(
    /^\d+ of \d+ users with a passkey will be refused at their next/,
  );
  const [, refused = ""] = /^(\d+) of \1 users/.exec(await sentence.innerText()) ?? [];
  await expectNoBarrier({ page, info }, "passkey-policy-refusals");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await save.click();
  const confirm = dialog.getByRole("button", { name: "Save and enforce" });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(`Type ${refused} to confirm`).fill(refused);
  await confirm.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Versions" })).toContainText("Enforce");

  await test.step("pages say whom and what it refuses", async () => {
    await page.goto(`/console/${tenancy.id}/passkeys`);
    const row = page.getByRole("row").filter({ hasText: "Refused by policy" }).first();
    const passkey = await row.getByRole("link").first().getAttribute("href");
    const user = await row.getByRole("link").nth(1).getAttribute("href");
    await page.goto(passkey ?? "");
    await expect(page.getByText("Storage: synced passkeys aren’t accepted.")).toBeVisible();
    await page.goto(user ?? "");
    await expect(
      page.getByRole("heading", { name: "Can’t sign in", exact: false }).first(),
    ).toContainText("refused by the passkey policy");
    await expectNoBarrier({ page, info }, "refused-user");
    await page.getByRole("link", { name: "Show the passkey policy" }).click();
  });

  // None is refused, so nothing is asked.
  await page.getByLabel("Storage").selectOption("synced");
  await save.click();
  await expect(page.getByText("Version 2 saved")).toBeVisible();
});

test("the passkey policy is accessible", async ({ page, operator, tenancy, database }, info) => {
  await populate(
    async ({ text, values }) => (await database.query<Record<string, unknown>>(text, values)).rows,
    { tenancyId: tenancy.id, nowMs: systemClock.now(), rareEvery: 10, users: 9, passkeys: 9 },
  );
  await operator({ tenancyId: tenancy.id, role: "owner" });
  await page.goto(`/console/${tenancy.id}/settings/passkey-policy`);
  await page.getByRole("button", { name: "Show the rules" }).click();
  await page.getByLabel("FIDO Metadata").check();
  await page.getByLabel("Storage").selectOption("device-bound");
  await page.getByRole("button", { name: "Save passkey policy" }).click();
  await expect(page.getByRole("region", { name: "Versions" })).toBeVisible();
  // Its cards are saved together.
  await expect(page.getByText("Saved changes take effect immediately.")).toBeVisible();
  await expect(page.getByText("Each card is saved on its own.")).toHaveCount(0);
  await page.getByLabel("Allowed models").fill("Bitwarden");
  await page.getByLabel("Allowed models").press("Enter");
  await expect(page.getByRole("button", { name: "Remove Bitwarden" })).toBeVisible();
  await page.getByRole("button", { name: "Test rules" }).click();
  await page.getByText(/^The (first \d+ )?refused passkeys$/).click();
  await expect(page.getByRole("region", { name: "Refused passkeys" })).toContainText(
    "Storage: synced passkeys aren’t accepted",
  );
  await page.getByRole("region", { name: "Versions" }).getByText("2 rules").click();
  await expectNoBarrier({ page, info }, "passkey-policy");
});
