import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createSampleRequest } from "./sample-request";

const pages = "https://id.example.com/auth/t";
const redirectUri = "https://app.example.com/signed-in?a=1&b=2";

test("the challenge is the verifier's S256, and the redirect URI survives", async () => {
  const { url, state, codeVerifier } = await createSampleRequest({
    pages,
    page: "code",
    redirectUri,
  });
  const { origin, pathname, searchParams } = new URL(url);
  expect(`${origin}${pathname}`).toBe(`${pages}/code`);
  expect(Object.fromEntries(searchParams)).toEqual({
    redirect_uri: redirectUri,
    state,
    code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
  });
  expect(codeVerifier).toMatch(/^[\w-]{43}$/);
});

test("two requests share nothing", async () => {
  const create = () => createSampleRequest({ pages, page: "sign-in", redirectUri });
  const [one, other] = await Promise.all([create(), create()]);
  expect(one.state).not.toBe(other.state);
  expect(one.codeVerifier).not.toBe(other.codeVerifier);
});
