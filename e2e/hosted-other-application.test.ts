import { ulid } from "ulid";
import { register } from "./demo-page";
import { expect, test } from "./hosted-page";
import { waitForOffer } from "./virtual-authenticator";

test("a passkey of another tenancy on the same domain says so", async ({
  page,
  authenticator,
  depart,
  query,
}) => {
  await register(page);
  expect(await authenticator.credentials()).toHaveLength(1);
  await authenticator.setTakesOffers(false);
  const id = ulid().toLowerCase();
  await query(
    `INSERT INTO "Tenancy" ("id", "name", "environment", "rpId", "rpName", "clientId",
       "selfServiceRegistration", "hostedPages", "createdAt", "updatedAt")
     VALUES ($1, 'Other', 'development', 'localhost', 'Other', $1, true, true, now(), now())`,
    [id],
  );
  await depart(page, "sign-in", {}, id);
  await waitForOffer(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(
    page.getByText("This passkey belongs to another application. Use another one."),
  ).toBeVisible();
  await query('DELETE FROM "Tenancy" WHERE "id" = $1', [id]);
});

test("the console says that a passkey of the same domain isn't for it, by button and by autofill", async ({
  page,
  authenticator,
}) => {
  await register(page);
  await authenticator.setTakesOffers(false);
  await page.goto("/console/sign-in");
  await waitForOffer(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  const problem = page.getByRole("alert").filter({ hasText: "This passkey isn’t for the console" });
  await expect(problem).toContainText("email yourself a code");
  await authenticator.setTakesOffers(true);
  await page.goto("/console/sign-in");
  await expect(problem).toBeVisible();
});

test("the console says by autofill, too, that a passkey no longer exists", async ({
  page,
  authenticator,
  query,
}) => {
  const email = await register(page);
  expect(await query('DELETE FROM "User" WHERE "email" = $1', [email])).toBe(1);
  expect(await authenticator.credentials()).toHaveLength(1);
  await page.goto("/console/sign-in");
  await expect(
    page.getByRole("alert").filter({ hasText: "This passkey no longer exists" }),
  ).toBeVisible();
});
