import { expect, test } from "vitest";
import { createHostedTenancy } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import { sendPage, showPage } from "./hosted-pages";

const run = provideService();

async function request(handle: typeof showPage, page: string, tenancyId = "none") {
  const url = `http://localhost/auth/${tenancyId}/${page}?locale=fr`;
  return handle(new Request(url), { params: Promise.resolve({ tenancyId, page }) });
}

test("an unknown page says so in the reader's language", async () => {
  const response = await request(showPage, "constructor");
  expect(response.status).toBe(404);
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(await response.text()).toContain("Page introuvable");
});

test.each(["sign-in", "code", "register", "report-passkey"])("%s is a page", async (page) => {
  const { id } = await createHostedTenancy(run.current);
  const response = await request(showPage, page, id);
  // Each says that something else is missing: the request of an application, or the token.
  expect(await response.text()).not.toContain("Page introuvable");
});

test("only the page behind a notice's link takes a form", async () => {
  const { id } = await createHostedTenancy(run.current);
  expect((await request(sendPage, "report-passkey", id)).status).not.toBe(405);
  for (const page of ["sign-in", "unknown"]) {
    const response = await request(sendPage, page, id);
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  }
});

test.each([showPage, sendPage])(
  "a page or a tenancy that isn't text is not a failure",
  async (handle) => {
    const { id } = await createHostedTenancy(run.current);
    for (const [page, tenancyId] of [
      ["\u0000", id],
      ["sign-in", "\u0000"],
      ["report-passkey", "\u0000"],
      ["preview", "\u0000"],
      ["preview", "a\u0000b"],
    ] as const)
      expect((await request(handle, page, tenancyId)).status).toBeLessThan(500);
  },
);
