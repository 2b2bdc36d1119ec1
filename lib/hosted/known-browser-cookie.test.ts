import { expect, test } from "vitest";
import type { TenancyContext } from "@/lib/domain/base/context";
import { createHostedTenancy } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import { browserCookies, readBrowserCookie } from "./known-browser-cookie";

const run = provideService();

test("sets Secure on https and reads the cookie among others", async () => {
  const { ctx } = await createHostedTenancy(run.current);
  const sub = run.current.createId();
  const now = new Date(ctx.clock.now());
  await run.current.db.user.create({
    data: {
      tenancyId: ctx.tenancy.id,
      sub,
      email: "ada@example.com",
      emailNormalized: "ada@example.com",
      emailVerified: true,
      selfService: false,
      createdAt: now,
      updatedAt: now,
    },
  });
  const [secure = ""] = await browserCookies(
    { ...ctx, baseUrl: "https://id.example.com" },
    new Request("https://id.example.com/"),
    sub,
  );
  expect(secure).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  const [plain = ""] = await browserCookies(ctx, new Request("http://localhost:3000/"), sub);
  expect(plain).not.toContain("Secure");
  const pair = secure.split(";")[0] ?? "";
  expect(
    readBrowserCookie(
      new Request("https://id.example.com/", { headers: { cookie: `a=b; ${pair}; c=d` } }),
    ),
  ).toBe(pair.slice("keystead-browser=".length));
  expect(readBrowserCookie(new Request("https://id.example.com/"))).toBeUndefined();
});

test("returns no cookie when the user lookup fails, so that the completed sign-in succeeds", async () => {
  const { ctx } = await createHostedTenancy(run.current);
  const failing = {
    ...ctx,
    db: { user: { findFirst: () => Promise.reject(new Error("no connection in time")) } },
  } as unknown as TenancyContext;
  expect(await browserCookies(failing, new Request("http://localhost:3000/"), "sub")).toEqual([]);
});
