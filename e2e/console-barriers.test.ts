import { expectNoBarrier, findClipped } from "./barriers";
import { expect, test } from "./console-fixtures";
import { fillTenancy, isOpen, pages, pathOf } from "./console-pages";

test("no page of the console has a barrier", async ({
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
  expect(pages.length).toBeGreaterThan(20);
  for (const one of [...pages, "nowhere"].sort((a, b) => Number(isOpen(a)) - Number(isOpen(b)))) {
    if (isOpen(one)) await context.clearCookies();
    await page.goto(pathOf(one, parameters));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (one === "[tenancyId]")
      await expect(page.getByText("More requests fail than usual")).toBeVisible();
    const alsoCheck = async () =>
      await expect.poll(() => page.getByRole("table").evaluateAll(findClipped), one).toEqual([]);
    await expectNoBarrier({ page, info, alsoCheck }, one.replaceAll("/", "-"));
  }
});
