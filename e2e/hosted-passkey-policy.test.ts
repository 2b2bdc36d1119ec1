import { ulid } from "ulid";
import { register } from "./demo-page";
import { expect, test } from "./hosted-page";
import { waitForOffer } from "./virtual-authenticator";

const copyTo = (table: "User" | "Passkey") => `
  INSERT INTO "${table}"
  SELECT (jsonb_populate_record(c, jsonb_build_object('tenancyId', $2::text))).* FROM "${table}" c
  WHERE c."sub" = (SELECT "sub" FROM "User" WHERE "email" = $1 AND "tenancyId" <> $2)
    AND c."tenancyId" <> $2`;

test("a passkey that the policy refuses says which kind helps", async ({
  page,
  authenticator,
  depart,
  query,
}) => {
  const email = await register(page);
  await authenticator.setTakesOffers(false);
  const id = ulid().toLowerCase();
  await query(
    `INSERT INTO "Tenancy" ("id", "name", "environment", "rpId", "rpName", "clientId",
       "selfServiceRegistration", "hostedPages", "passkeyPolicyVersion", "createdAt", "updatedAt")
     VALUES ($1, 'Strict', 'development', 'localhost', 'Strict', $1, true, true, 1, now(), now())`,
    [id],
  );
  await query(
    `INSERT INTO "PasskeyPolicy" ("tenancyId", "version", "document", "actorKind", "createdAt")
     VALUES ($1, 1, $2::jsonb, 'system', now())`,
    [id, JSON.stringify({ mode: "enforce", enforceOnSignIn: true, algorithms: [-257] })],
  );
  await query(copyTo("User"), [email, id]);
  await query(copyTo("Passkey"), [email, id]);
  await depart(page, "sign-in", {}, id);
  await waitForOffer(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("This kind of passkey isn’t accepted here.")).toBeVisible();
  await query('DELETE FROM "Tenancy" WHERE "id" = $1', [id]);
});
