import { expect, test } from "vitest";
import { accountPage, installationNavigation, tenancyNavigation } from "@/app/console/navigation";
import { pageKeys, pageOf } from "./page-keys";

const installation = installationNavigation("system", true);

test("every page has a letter of its own", () => {
  const letters = Object.values(pageKeys);
  expect(new Set(letters).size).toBe(letters.length);
  // A second G starts again.
  expect(letters).not.toContain("g");
});

test.each([
  ["u", "Users"],
  ["p", "Passkeys"],
  ["l", "Audit log"],
  ["m", "Members"],
  ["t", "Tenancies"],
  ["y", "Your account"],
])("in a tenancy, G and “%s” open %s", (letter, label) => {
  const pages = [...tenancyNavigation("t", "owner"), ...installation, accountPage];
  expect(pageOf(pages, letter)?.label).toBe(label);
});

test("outside a tenancy, the letters of the audit log and members open the installation’s", () => {
  const pages = [...installation, accountPage];
  expect(pageOf(pages, "l")?.label).toBe("Installation audit log");
  expect(pageOf(pages, "m")?.label).toBe("System owners");
  expect(pageOf(pages, "u")).toBeUndefined();
});

test("a role has no letter for a page that it may not open", () => {
  const pages = [...tenancyNavigation("t", "support"), accountPage];
  expect(pageOf(pages, "k")).toBeUndefined();
  expect(pageOf(pages, "s")).toBeUndefined();
});
