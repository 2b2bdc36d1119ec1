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
