import { describe, expect, test } from "vitest";
import { changeEmail } from "@/lib/domain/user/change-email";
import { requestDeletion } from "@/lib/domain/user/deletion/request-deletion";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { changeOwnEmail } from "@/lib/domain/user/email-change/change-own-email";
import type { RouteHandler } from "@/lib/http/endpoint/route-module";
import { createVictim, victim } from "@/testing/planted-passkey";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { copies } from "./copy";
import { sendUndoDeletion, showUndoDeletion } from "./undo-deletion-page";
import { sendUndoEmailChange, showUndoEmailChange } from "./undo-email-change-page";

const run = provideService();

async function takeLink({ id }: TestTenancy): Promise<string> {
  const rows = await run.current.db.outboxEmail.findMany({ where: { tenancyId: id } });
  for (const { sealed } of rows) {
    const opened = await openEmail(run.current, sealed ?? "");
    if (opened.kind === "deletion-requested" || opened.kind === "email-changed") return opened.link;
  }
  throw new Error("no email has a link");
}

const userOf = async ({ id }: TestTenancy, sub: string) =>
  run.current.db.user.findUniqueOrThrow({ where: { tenancyId_sub: { tenancyId: id, sub } } });

async function createUser() {
  const tenancy = await createTestTenancy(run.current, {}, { accountDeletion: "on" });
  const { sub } = await createVictim(tenancy);
  return { tenancy, sub };
}

const pages = [
  {
    name: "a requested deletion",
    texts: "undoDeletion",
    show: showUndoDeletion,
    send: sendUndoDeletion,
    async begin() {
      const { tenancy, sub } = await createUser();
      await requestDeletion(tenancy.ctx, { sub, isConfirmedAgain: false });
      return { tenancy, sub, link: await takeLink(tenancy) };
    },
    isUndone: async (tenancy: TestTenancy, sub: string) =>
      (await userOf(tenancy, sub)).disabledAt === null,
  },
  {
    name: "a changed email",
    texts: "undoEmailChange",
    show: showUndoEmailChange,
    send: sendUndoEmailChange,
    async begin() {
      const { tenancy, sub } = await createUser();
      await run.current.db.$transaction((tx) =>
        changeOwnEmail(tenancy.ctx, tx, { sub, email: "new@example.com" }),
      );
      return { tenancy, sub, link: await takeLink(tenancy) };
    },
    isUndone: async (tenancy: TestTenancy, sub: string) =>
      (await userOf(tenancy, sub)).email === victim.email,
  },
] as const;

const contextOf = ({ id }: TestTenancy) => ({ params: Promise.resolve({ tenancyId: id }) });

const get = (show: RouteHandler, tenancy: TestTenancy, link: string, method = "GET") =>
  show(new Request(link, { method }), contextOf(tenancy));

const post = (
  send: RouteHandler,
  tenancy: TestTenancy,
  link: string,
  type = "application/x-www-form-urlencoded",
) =>
  send(
    new Request(link.split("?")[0] ?? "", {
      method: "POST",
      headers: { "content-type": type },
      body: new URL(link).searchParams.toString(),
    }),
    contextOf(tenancy),
  );

describe.each(pages)("the link of $name", ({ texts, show, send, begin, isUndone }) => {
  test("asks and changes nothing, however often it is opened", async () => {
    const { tenancy, sub, link } = await begin();
    for (const method of ["GET", "HEAD", "GET"]) {
      const page = await get(show, tenancy, link, method);
      expect(page.status).toBe(200);
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
      expect(page.headers.get("content-security-policy")).not.toMatch(/unsafe|https?:|\*/);
    }
    expect(await isUndone(tenancy, sub)).toBe(false);
  });

  test("undoes it when the form is sent, once, and signs no one in", async () => {
    const { tenancy, sub, link } = await begin();
    const done = await post(send, tenancy, link);
    expect(done.status).toBe(200);
    expect(done.headers.get("set-cookie")).toBeNull();
    expect(await done.text()).toContain(copies["en"]?.[texts].doneTitle);
    expect(await isUndone(tenancy, sub)).toBe(true);
    for (const again of [await post(send, tenancy, link), await get(show, tenancy, link)]) {
      expect(again.status).toBe(404);
      expect(await again.text()).toContain("This link doesn’t work");
    }
  });

  test("leads to the account page afterwards, if the tenancy has one", async () => {
    const { tenancy, link } = await begin();
    const account = `href="${run.current.baseUrl}/auth/${tenancy.id}/account"`;
    expect(await (await get(show, tenancy, `${link}x`)).text()).not.toContain(account);
    const pages = { hostedPages: true, accountPage: true };
    // Where hosted pages work in a test.
    const site = { environment: "development" as const, rpId: "localhost", allowedOrigins: [] };
    await tenancy.set({ ...pages, ...site });
    for (const page of [await post(send, tenancy, link), await post(send, tenancy, link)])
      expect(await page.text()).toContain(account);
  });

  test.each(Object.entries(copies))("speaks %s", async (locale, copy) => {
    const { tenancy, link } = await begin();
    const page = await (await get(show, tenancy, `${link}&locale=${locale}`)).text();
    expect(page).toContain(copy[texts].title);
    expect(page).toContain(`lang="${locale}"`);
    expect(page).not.toContain("{{");
  });

  test("refuses a form of another type, an unknown link and a suspended tenancy", async () => {
    const { tenancy, sub, link } = await begin();
    expect((await post(send, tenancy, link, "text/plain")).status).toBe(415);
    expect((await get(show, tenancy, `${link.split("=")[0]}=unknown`)).status).toBe(404);
    await tenancy.set({ suspendedAt: new Date(run.current.clock.now()) });
    expect((await post(send, tenancy, link)).status).toBe(404);
    expect(await isUndone(tenancy, sub)).toBe(false);
  });
});

test("says so if another account has the former email by now", async () => {
  const { tenancy, sub, link } = await pages[1].begin();
  const [other] = await own(tenancy, 1, { userId: "bob" });
  await run.current.db.$transaction((tx) =>
    changeEmail(tenancy.ctx, tx, {
      sub: other?.sub ?? "",
      email: victim.email,
      emailVerified: true,
    }),
  );
  const page = await post(sendUndoEmailChange, tenancy, link);
  expect(page.status).toBe(409);
  expect(await page.text()).toContain("Another account has this address");
  expect((await userOf(tenancy, sub)).email).toBe("new@example.com");
});
