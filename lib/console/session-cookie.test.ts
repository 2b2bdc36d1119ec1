import { expect, test } from "vitest";
import { withBroken } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { requestFacts } from "@/testing/test-operator";
import { dropCodeCookie, requireCodeCookie, setCodeCookie } from "./code-cookie";
import { cookieAttributes } from "./request-facts";
import { dropSessionCookie, readSessionCookie, setSessionCookie } from "./session-cookie";

const run = provideService();
const onHttps = <T>(work: () => Promise<T>) =>
  withBroken({ baseUrl: "https://id.example.com" }, work);
const asked = {
  challengeId: "01jd3s0m6kz8f4w2v9b7c5x1ta",
  secret: "s".repeat(43),
  lifetimeMs: 600_000,
};

test("uses __Host- cookies on https", async () => {
  await onHttps(() => {
    const jar = new Map<string, string>();
    const facts = requestFacts(run.current, undefined, jar);
    setSessionCookie(facts, "value");
    setCodeCookie(facts, asked);
    expect([...jar.keys()]).toEqual(["__Host-keystead-operator", "__Host-keystead-operator-code"]);
    expect(readSessionCookie(facts)).toBe("value");
    // RFC 6265bis: the prefix is refused with a domain, another path, or without Secure.
    expect(cookieAttributes(60)).toEqual({
      maxAge: 60,
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: true,
    });
    return Promise.resolve();
  });
});

test("ignores a cookie without the prefix on https, because a sibling host could set it", async () => {
  await onHttps(() => {
    expect(readSessionCookie(requestFacts(run.current, "planted"))).toBeUndefined();
    return Promise.resolve();
  });
});

test("uses plain cookie names without Secure in local mode", () => {
  const facts = requestFacts(run.current, undefined);
  setSessionCookie(facts, "value");
  expect(facts.cookie("keystead-operator")).toBe("value");
  expect(cookieAttributes(60)).toEqual({
    maxAge: 60,
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: false,
  });
});

test("sets seven days for the session and the code's lifetime for the code, and zero on removal", () => {
  const ages: number[] = [];
  const facts = {
    ...requestFacts(run.current, undefined),
    setCookie: (_name: string, _value: string, { maxAgeSeconds }: { maxAgeSeconds: number }) =>
      void ages.push(maxAgeSeconds),
  };
  setSessionCookie(facts, "value");
  setCodeCookie(facts, asked);
  dropSessionCookie(facts);
  dropCodeCookie(facts);
  expect(ages).toEqual([604_800, 600, 0, 0]);
});

test.each([
  "",
  "x",
  `${asked.challengeId}.short`,
  `${asked.challengeId}.${asked.secret}.more`,
  `../${asked.challengeId}.${asked.secret}`,
])("a code's cookie that says %j is none", (value) => {
  const facts = { ...requestFacts(run.current, undefined), cookie: () => value };
  expect(() => requireCodeCookie(facts)).toThrow(
    expect.objectContaining({ tag: "@error/ChallengeExpired" }),
  );
});

test("stores the challenge id and its secret in the code cookie", () => {
  const facts = requestFacts(run.current, undefined);
  setCodeCookie(facts, asked);
  expect(requireCodeCookie(facts)).toEqual({
    challengeId: asked.challengeId,
    secret: asked.secret,
  });
});
