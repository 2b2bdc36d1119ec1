import { expect, test } from "vitest";
import { excerptOf } from "./excerpt";
import { listEntries } from "./list-entries";
import { wordsToMark } from "./search-words";

const entries = listEntries();
const shown = (text: string, typed: string) =>
  excerptOf(text, wordsToMark(typed))
    .map((run) => run.text)
    .join("");
const textOf = (href: string) => entries.find((entry) => entry.href === href)?.text ?? "";

test("no entry's text has Markdown or HTML marks", () => {
  for (const { href, text } of entries) expect(text, href).not.toMatch(/\||\*\*|\]\(|`|<!--|\{\{/);
});

test("an answer to a question is no “Read …”", () => {
  for (const { href, text } of entries.filter(({ kind }) => kind === "Question"))
    expect(text, href).not.toMatch(/^Read /m);
});

test("an excerpt of any entry begins and ends as a sentence, or with an ellipsis", () => {
  for (const { href, heading, text } of entries.filter((entry) => entry.text !== "")) {
    const excerpt = shown(text, heading);
    expect(excerpt, href).toMatch(/^(…|[\p{L}\p{N}“"(@/:.—<-])[\s\S]*[.!?…]["”)]?$/u);
    expect(excerpt.length, href).toBeLessThanOrEqual(162);
  }
});

test.each([
  [
    "/docs/guides/test-your-sign-in#run-it",
    "chromium_path",
    "CHROMIUM_PATH: the browser. Default: Playwright's.",
  ],
  [
    "/docs/guides/production#containers",
    "helm",
    "There is no Helm chart, operator or Terraform provider: keystead apply keeps tenancies and settings in version control.",
  ],
  [
    "/docs/guides/exchange-codes#keystead-has-no-sessions",
    "cookie",
    "Store it in a cookie with HttpOnly, Secure and SameSite=Lax.",
  ],
])("%s shows “%s” in its sentence or row", (href, typed, excerpt) => {
  expect(shown(textOf(href), typed)).toBe(excerpt);
});

test("a row with several columns says what each cell is", () => {
  expect(
    textOf("/docs/guides/bring-an-existing-client#the-options-that-differ").split("\n"),
  ).toContain(
    "--send-email-by-default: Your backend sends the email with a code itself, from the message in " +
      "the response. With --compatible: off. Default: on.",
  );
});

test.each([
  [
    "/docs/guides/console#roles",
    "View settings, API keys, webhooks and members. Owner: yes. Admin: yes. Support: no. Auditor: yes.",
  ],
  ["/docs/guides/browser-features#support", "Firefox: "],
  ["/docs/guides/about", "What it leaves out: "],
])("in %s, a cell that means nothing alone has its header", (href, row) => {
  expect(textOf(href)).toContain(row);
});

test("an excerpt prefers the paragraph that has most of the typed words", () => {
  const text = "A code is short.\nCodes: six digits.\nA code expires after ten minutes.";
  expect(shown(text, "code expires")).toBe("A code expires after ten minutes.");
});

test("an introduction of code is shown only without a better match", () => {
  expect(shown("To restore:\nA restore needs time.", "restore")).toBe("A restore needs time.");
  expect(shown("To restore:", "restore")).toBe("To restore…");
});

test("of a long sentence, an excerpt shows the words around the match, and marks it", () => {
  const text = `${"before ".repeat(60)}rotate ${"after ".repeat(60)}`;
  const runs = excerptOf(text, ["rotate"]);
  expect(runs.filter(({ isMatch }) => isMatch).map((run) => run.text)).toEqual(["rotate"]);
  expect(shown(text, "rotate")).toMatch(/^…before .*rotate after .*…$/);
});
