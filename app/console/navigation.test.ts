import { expect, test } from "vitest";
import { operatorRoles } from "@/lib/domain/base/permission";
import { mayOpen, settingsTabs, tenancyNavigation } from "./navigation";

const path = "/console/t";
const pages = [
  "",
  "?period=day",
  "/activity?kind=refused",
  "/users/u",
  "/passkeys/p",
  "/challenges/c",
  "/audit/e",
  "/settings/limits",
  "/settings/webhooks/w",
  "/settings/webhooks/new",
  "/settings/danger",
  "/api-keys/k",
  "/api-keys/new",
  "/members",
];
const ofPasskey = { tenancyId: "t", strength: "passkey", isSystem: false } as const;
const openedBy = (role: (typeof operatorRoles)[number], isSystem = false) =>
  pages.filter((page) => mayOpen({ ...ofPasskey, role, isSystem }, path + page));

test("a link leads a role only to pages that it may open", () => {
  expect(openedBy("owner")).toEqual(pages);
  expect(openedBy("admin")).toEqual(pages.filter((page) => page !== "/settings/danger"));
  expect(openedBy("auditor")).toEqual(
    pages.filter((page) => page !== "/settings/danger" && !page.endsWith("/new")),
  );
  expect(openedBy("support")).toEqual(pages.slice(0, 7));
});

test("a link leads a code session to no page that requires a passkey", () => {
  const viewer = { ...ofPasskey, role: "owner", strength: "code" } as const;
  const closed = ["/settings/webhooks/new", "/settings/danger", "/api-keys/new"];
  expect(pages.filter((page) => !mayOpen(viewer, path + page))).toEqual(closed);
});

test("the operators’ own tenancy has no pages about users", () => {
  const closed = ["/activity?kind=refused", "/users/u", "/passkeys/p"];
  expect(openedBy("owner", true)).toEqual(pages.filter((page) => !closed.includes(page)));
});

test("links out of the tenancy are no page of it", () => {
  const support = { ...ofPasskey, role: "support" } as const;
  for (const href of ["/docs/guides/console", "/console/t2/settings", "/console/account"])
    expect(mayOpen(support, href)).toBe(true);
});

test("the navigation offers what its links may open", () => {
  for (const role of operatorRoles) {
    const viewer = { ...ofPasskey, role };
    const offered = [
      ...tenancyNavigation("t", role),
      ...(role === "support" ? [] : settingsTabs("t", { role, strength: "passkey" })),
    ];
    expect(offered.filter(({ href }) => !mayOpen(viewer, href))).toEqual([]);
  }
});
