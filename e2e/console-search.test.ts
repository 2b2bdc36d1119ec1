import { expect, test } from "./console-fixtures";

const sub = "01hzzzzzzzzzzzzzzzzzzzzzz1";
const email = "augusta.ada@analytical-engine.example";

test("half an email or half a domain finds a user, in the list and in the palette", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","givenName",
       "familyName","selfService","createdAt","updatedAt")
     VALUES ($1,$2,$3,$3,true,'Ada','Lovelace',false,now(),now())`,
    [tenancy.id, sub, email],
  );
  // More newer users than a search reads before it uses the index.
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","selfService",
       "createdAt","updatedAt")
     SELECT $1, '01j' || lpad(n::text, 23, '0'), e, e, true, false, now(), now()
     FROM generate_series(1, 1200) n, LATERAL (SELECT 'guest-' || n || '@example.com' AS e) m`,
    [tenancy.id],
  );
  const profile = new RegExp(`/console/${tenancy.id}/users/${sub}$`);
  const search = page.getByRole("searchbox", { name: "Find a user" });
  const rows = page.getByRole("row").filter({ hasText: "@" });

  await page.goto(`/console/${tenancy.id}/users`);
  for (const text of ["sta.ada@ana", "TICAL-ENG", "velace ada", sub.slice(0, 20)]) {
    await search.fill(text);
    await search.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("q") === text);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(email);
  }
  await search.fill("uest-7");
  await search.press("Enter");
  await expect(page.getByText("Showing the first 50 matches")).toBeVisible();
  await search.fill("ada%lovelace");
  await search.press("Enter");
  await expect(page.getByText("No users match “ada%lovelace”")).toBeVisible();
  await search.fill("ngine.exa");
  await search.press("Enter");
  await page.getByRole("link", { name: email }).click();
  await expect(page).toHaveURL(profile);

  for (const text of ["sta.ada@", "l-engine.ex"]) {
    await page.goto(`/console/${tenancy.id}/users`);
    await search.waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search" }).fill(text);
    await expect(page.getByRole("option", { name: email }).first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(profile);
  }
});
