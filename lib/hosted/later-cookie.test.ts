import { expect, test } from "vitest";
import type { HostedContext } from "@/lib/domain/page/hosted/hosted-request";
import { createHostedTenancy } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import { hasSaidLater, laterCookie } from "./later-cookie";

const run = provideService();
const contextOf = async (baseUrl: string): Promise<HostedContext> => ({
  ...(await createHostedTenancy(run.current)).ctx,
  baseUrl,
  rpId: "localhost",
  request: { redirectUri: "", state: "", codeChallenge: "", locale: "en" },
});
const withCookie = (cookie: string) =>
  new Request("https://id.example.com/", { headers: { cookie } });

test("sets Secure on https", async () => {
  expect(laterCookie(await contextOf("https://id.example.com"), "ada")).toMatch(
    /; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(laterCookie(await contextOf("http://localhost:3000"), "ada")).not.toContain("Secure");
});

test("belongs to one user of one tenancy and reveals neither id", async () => {
  const ctx = await contextOf("https://id.example.com");
  const other = await contextOf("https://id.example.com");
  const [pair = ""] = laterCookie(ctx, "ada").split(";");
  expect(hasSaidLater(ctx, withCookie(`x=1; ${pair}`), "ada")).toBe(true);
  expect(hasSaidLater(ctx, withCookie(pair), "bob")).toBe(false);
  expect(hasSaidLater(other, withCookie(pair), "ada")).toBe(false);
  expect(hasSaidLater(ctx, withCookie(""), "ada")).toBe(false);
  expect(pair).not.toContain("ada");
});
