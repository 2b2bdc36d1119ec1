import { expect, test } from "vitest";
import type { TenancyContext } from "@/lib/domain/context";
import { createHostedTenancy } from "@/lib/testing/hosted-visitor";
import { TurnRefused } from "@/lib/platform/turns";
import { provideService } from "@/tests/support/provide-service";
import { browserCookies, readBrowserCookie } from "./known-browser-cookie";

const run = provideService();

test("is sent over https only where the service is, and read back among others", async () => {
  const { ctx } = await createHostedTenancy(run.current);
  const sub = run.current.createId();
  const now = new Date(ctx.clock.now());
  await run.current.db.user.create({ data: { tenancyId: ctx.tenancy.id, sub, email: "ada@example.com", emailNormalized: "ada@example.com", emailVerified: true, selfService: false, createdAt: now, updatedAt: now } });
  const [secure = ""] = await browserCookies({ ...ctx, baseUrl: "https://id.example.com" }, new Request("https://id.example.com/"), sub);
  expect(secure).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  const [plain = ""] = await browserCookies(ctx, new Request("http://localhost:3000/"), sub);
  expect(plain).not.toContain("Secure");
  const pair = secure.split(";")[0] ?? "";
  expect(readBrowserCookie(new Request("https://id.example.com/", { headers: { cookie: `a=b; ${pair}; c=d` } }))).toBe(pair.slice("keystead-browser=".length));
  expect(readBrowserCookie(new Request("https://id.example.com/"))).toBeUndefined();
});

test("is left out when the database is unavailable: the sign-in before it has succeeded and its tokens are used", async () => {
  const { ctx } = await createHostedTenancy(run.current);
  const failing = (error: Error) => ({ ...ctx, db: { ...ctx.db, user: { findFirst: () => Promise.reject(error) } } }) as unknown as TenancyContext;
  const cookies = (error: Error) => browserCookies(failing(error), new Request("http://localhost:3000/"), "sub");
  expect(await cookies(new TurnRefused("waited too long for a turn"))).toEqual([]);
  await expect(cookies(new TypeError("a bug"))).rejects.toThrow(TypeError);
});
