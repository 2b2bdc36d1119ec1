import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { guides } from "@/app/docs/guide";
import { variableNames } from "@/lib/config";
import { violationsOf } from "@/testing/violations";
import { listEntries, listQuestions } from "./list-entries";
import { buildIndex, findEntries, loadIndex } from "./search-index";
import { markWords, wordsToMark } from "./search-words";

const entries = listEntries();
const index = loadIndex(buildIndex(entries));
const find = (typed: string) => findEntries(index, typed).map(({ href }) => href);

const questions = listQuestions().flatMap(({ searches, ...answered }) =>
  searches.map((typed) => ({ ...answered, typed })),
);

test("every question has three searches or more", () => {
  expect(listQuestions()).toHaveLength(23);
  for (const { question, searches } of listQuestions())
    expect(searches.length, question).toBeGreaterThanOrEqual(3);
});

test("the page of questions doesn't show the words that find them", () => {
  const page = guides.find(({ slug }) => slug === "questions");
  expect(page?.blocks.filter(({ type }) => type === "table")).toEqual([]);
  expect(page?.markdown).not.toContain("code already used");
});

test("sections that only lead to other pages aren't results", () => {
  expect(entries.filter(({ heading }) => heading === "Next")).toEqual([]);
});

test("every search of a question finds its answer", async () => {
  const violations = await violationsOf(
    questions.map(({ typed, answer }) => [typed, answer] as const),
    (typed, answer) => {
      expect(entries.map(({ href }) => href)).toContain(answer);
      const found = find(typed).filter((href) => !href.startsWith("/docs/guides/questions"));
      expect(found.slice(0, 3)).toContain(answer);
    },
  );
  expect(violations).toEqual([]);
});

test("a word or phrase finds its page among the first three", async () => {
  const violations = await violationsOf(
    [
      ["InvalidCode", "/docs/api/errors#InvalidCode"],
      ["invalidcode", "/docs/api/errors#InvalidCode"],
      ["invalid cod", "/docs/api/errors#InvalidCode"],
      ["InvlidCode", "/docs/api/errors#InvalidCode"],
      ["KEYSTEAD_SECRET", "/docs/guides/configuration#KEYSTEAD_SECRET"],
      ["smtp_url", "/docs/guides/configuration#SMTP_URL"],
      ["code-digits", "/docs/guides/configuration#code-digits"],
      ["createChallenge", "/docs/api/mailbox-codes#createChallenge"],
      ["POST challenges/verify", "/docs/api/mailbox-codes#verifyChallenge"],
      ["401", "/docs/api/errors#Forbidden"],
      ["2fa", "/docs/guides/step-up"],
      ["totp", "/docs/guides/step-up"],
      ["NotAllowedError", "/docs/guides/register-and-sign-in#when-the-prompt-does-not-appear"],
      ["SecurityError", "/docs/guides/register-and-sign-in#when-the-prompt-does-not-appear"],
      ["InvalidStateError", "/docs/guides/register-and-sign-in#when-the-prompt-does-not-appear"],
      ["didn't receive code", "/docs/guides/mailbox-codes#when-a-code-doesnt-arrive"],
      ["why no code", "/docs/guides/mailbox-codes#when-a-code-doesnt-arrive"],
      ["logo", "/docs/guides/console#the-pages"],
      ["webhook signature", "/docs/guides/react-to-events#webhooks"],
      ["otp", "/docs/guides/mailbox-codes"],
      ["command line", "/docs/guides/command-line"],
      ["import passkeys", "/docs/api/vault#importVault"],
      ["express", "/docs/guides/add-passkeys#a-complete-application-in-express"],
      ["javascript", "/docs/guides/add-passkeys#a-complete-application-in-express"],
      ["docker", "/docs/guides/production#containers"],
      ["container", "/docs/guides/production#containers"],
      ["how long do codes last", "/docs/guides/mailbox-codes#how-long-a-code-is-valid"],
      ["cost", "/docs/guides/about#price-and-license"],
      ["vue", "/docs/guides/exchange-codes#nextjs-react-and-other-frameworks"],
      ["sveltekit", "/docs/guides/exchange-codes#nextjs-react-and-other-frameworks"],
      ["forgot password", "/docs/guides/about#passwords-magic-links-and-text-messages"],
      ["text message", "/docs/guides/about#passwords-magic-links-and-text-messages"],
      ["google", "/docs/guides/about"],
      ["saml", "/docs/guides/about"],
      ["passkey-endpoints", "/docs/guides/account-page#where-devices-look-for-the-page"],
      ["this wasn’t me", "/docs/guides/account-page#this-wasnt-me"],
      ["opentelemetry", "/docs/guides/production#traces"],
      ["otel", "/docs/guides/production#traces"],
      ["tracing", "/docs/guides/production#traces"],
      ["prometheus", "/docs/guides/production#health-and-metrics"],
      ["sdk", "/docs/guides/register-and-sign-in#the-browser-library"],
      ["kubernetes", "/docs/guides/production#containers"],
      ["cookie", "/docs/guides/exchange-codes#keystead-has-no-sessions"],
      ["not showing", "/docs/guides/register-and-sign-in#when-the-prompt-does-not-appear"],
      ["passkey not showing", "/docs/guides/register-and-sign-in#when-the-prompt-does-not-appear"],
      ["open console locally", "/docs/guides/console#open-the-console-on-your-machine"],
      ["csp", "/docs/guides/content-security-policy"],
      ["refused to connect", "/docs/guides/content-security-policy#when-something-is-blocked"],
      ["sri", "/docs/guides/content-security-policy#the-hashes"],
      ["subresource integrity", "/docs/guides/content-security-policy#the-hashes"],
      ["playwright", "/docs/guides/test-your-sign-in"],
      ["cypress", "/docs/guides/test-your-sign-in#other-tools"],
      ["idempotency", "/docs/api#idempotency-key"],
      ["ngrok", "/docs/guides/test-on-a-phone"],
      ["tunnel", "/docs/guides/test-on-a-phone"],
      ["helm", "/docs/guides/production#containers"],
      ["terraform", "/docs/guides/version-control"],
      ["webhook", "/docs/guides/react-to-events#webhooks"],
      ["delete account", "/docs/guides/delete-account"],
      ["next.js", "/docs/guides/nextjs"],
      ["django", "/docs/guides/python#django-flask-and-fastapi"],
    ],
    (typed, href) => {
      expect(find(typed).slice(0, 3)).toContain(href);
    },
  );
  expect(violations).toEqual([]);
});

test("a usual word finds something", async () => {
  const violations = await violationsOf(
    [
      "signin",
      "login",
      "SMTP",
      "rotate",
      "audit log",
      "webhook",
      "rate limit",
      "session",
      "sign out",
      "csrf",
      "express",
      "javascript",
      "typescript",
      "docker",
      "container",
    ],
    (typed) => {
      expect(find(typed)).not.toEqual([]);
    },
  );
  expect(violations).toEqual([]);
});

test("a word finds the page about it first", async () => {
  const violations = await violationsOf(
    [
      ["opentelemetry", "/docs/guides/production#traces"],
      ["sdk", "/docs/guides/register-and-sign-in#the-browser-library"],
      ["kubernetes", "/docs/guides/production#containers"],
      ["csp", "/docs/guides/content-security-policy"],
      ["sri", "/docs/guides/content-security-policy#the-hashes"],
      ["playwright", "/docs/guides/test-your-sign-in"],
      ["cypress", "/docs/guides/test-your-sign-in#other-tools"],
      ["idempotency", "/docs/api#idempotency-key"],
      ["ngrok", "/docs/guides/test-on-a-phone"],
      ["tunnel", "/docs/guides/test-on-a-phone"],
      ["helm", "/docs/guides/production#containers"],
      ["docker", "/docs/guides/production#containers"],
      ["webhook", "/docs/guides/react-to-events#webhooks"],
      ["cookie", "/docs/guides/exchange-codes#keystead-has-no-sessions"],
      ["session", "/docs/guides/exchange-codes#keystead-has-no-sessions"],
      ["logout", "/docs/guides/exchange-codes#keystead-has-no-sessions"],
      ["refresh token", "/docs/guides/exchange-codes#keystead-has-no-sessions"],
      ["jwt", "/docs/guides/exchange-codes#without-an-exchange-the-id-token"],
      ["rate limit", "/docs/guides/mailbox-codes#raise-a-rate-limit"],
      ["code expired", "/docs/guides/mailbox-codes#how-long-a-code-is-valid"],
      ["backup", "/docs/guides/production#backups"],
      ["restore", "/docs/guides/production#backups"],
      ["smtp", "/docs/guides/production#email"],
      ["resend", "/docs/guides/production#email"],
      ["upgrade", "/docs/guides/production#upgrades"],
      ["gdpr", "/docs/guides/production#personal-data"],
      ["passwordless", "/docs/guides/register-and-sign-in"],
      ["reset passkey", "/docs/guides/register-and-sign-in#lost-passkeys"],
      ["lost device", "/docs/guides/register-and-sign-in#lost-passkeys"],
      ["android", "/docs/guides/register-and-sign-in#mobile-apps"],
      ["ios", "/docs/guides/register-and-sign-in#mobile-apps"],
      ["related origins", "/docs/guides/moving-domains#keep-several-domains"],
      ["export users", "/docs/guides/migrating#export-and-leave"],
      ["delete account", "/docs/guides/delete-account"],
      ["cors", "/docs/api#calls-from-a-page"],
    ],
    (typed, href) => {
      expect(find(typed)[0]).toBe(href);
    },
  );
  expect(violations).toEqual([]);
});

test("a general word finds its guide first, also with a typing mistake", async () => {
  const violations = await violationsOf(
    [
      ["passkey", "/docs/guides/register-and-sign-in"],
      ["passkeys", "/docs/guides/register-and-sign-in"],
      ["pasksey", "/docs/guides/register-and-sign-in"],
      ["paskey", "/docs/guides/register-and-sign-in"],
      ["sign in", "/docs/guides/register-and-sign-in"],
      ["sign-in", "/docs/guides/register-and-sign-in"],
      ["registartion", "/docs/guides/register-and-sign-in"],
      ["webhok", "/docs/guides/react-to-events#webhooks"],
      ["wehbook", "/docs/guides/react-to-events#webhooks"],
      ["hosted pages", "/docs/guides/hosted-pages"],
      ["hsoted pages", "/docs/guides/hosted-pages"],
      ["sub", "/docs/guides/manage-users#which-id"],
      ["user", "/docs/guides/manage-users"],
      ["code", "/docs/guides/mailbox-codes"],
      ["challenge", "/docs/guides/mailbox-codes"],
      ["challange", "/docs/guides/mailbox-codes"],
      ["policy", "/docs/guides/passkey-policy"],
      ["invite", "/docs/guides/console#roles"],
      ["principal", "/docs/guides/exchange-codes"],
    ],
    (typed, href) => {
      expect(find(typed)[0]).toBe(href);
    },
  );
  expect(violations).toEqual([]);
});

test("one plain word finds guides before endpoints, and an endpoint’s summary finds it", () => {
  const kinds = findEntries(index, "passkey").map(({ kind }) => kind);
  expect(kinds.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => "Guide"));
  expect(find("list passkeys")[0]).toBe("/docs/api/vault#listPasskeys");
});

test("a short word doesn’t find first what only begins with it", () => {
  for (const entry of findEntries(index, "sub").slice(0, 6))
    expect(`${entry.heading} ${entry.text}`, entry.href).toMatch(/\bsub\b/);
});

test("two typing mistakes in one word find nothing", () => {
  expect(find("pasxkxey")).toEqual([]);
});

test("“rotate” finds the API key before the signing key", () => {
  const found = find("rotate");
  const [key, signingKey] = ["key-rotate", "signing-key-rotate"].map((id) =>
    found.indexOf(`/docs/guides/command-line#${id}`),
  );
  expect(key).toBeGreaterThanOrEqual(0);
  expect(key).toBeLessThan(signingKey ?? -1);
});

test("every variable is found by its name first", () => {
  for (const name of variableNames)
    expect(find(name)[0], name).toBe(`/docs/guides/configuration#${name}`);
});

test("the index is small enough to load when the search opens", () => {
  expect(gzipSync(buildIndex(entries)).length).toBeLessThan(120_000);
});

test("nothing is found without words or for unknown words", () => {
  expect(find("  ?")).toEqual([]);
  expect(find("xyzzyplugh")).toEqual([]);
});

test.each(["constructor", "__proto__", "toString"])("“%s” is a word like others", (typed) => {
  expect(() => find(typed)).not.toThrow();
});

test.each([
  ["rotate", "Rotating an API key", ["Rotating"]],
  ["key", "KEYSTEAD_SECRET and a key", ["KEY", "key"]],
  ["invalid cod", "InvalidCode", ["Invalid"]],
  ["code", "InvalidCode and encoded", ["Code"]],
  ["InvlidCode", "InvalidCode", []],
  ["logout", "Sign out ends the session", []],
  ["users", "A user’s passkey", ["user’s"]],
])("“%s” marks in “%s” only what was typed", (typed, text, marked) => {
  const runs = markWords(text, wordsToMark(typed));
  expect(runs.map((run) => run.text).join("")).toBe(text);
  expect(runs.filter(({ isMatch }) => isMatch).map((run) => run.text)).toEqual(marked);
});
