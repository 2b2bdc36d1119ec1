import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emailKinds, noticeKinds } from "./copy";
import { drawTemplates, type LocaleTemplates } from "./draw";
import { dark, light } from "./email-style";

const folder = path.join(import.meta.dirname, "locales");
const locales = (await readdir(folder)).map((file) => path.basename(file, ".json")).sort();
const templates = await drawTemplates(folder);

const mails = Object.entries(templates).flatMap(([locale, { kinds }]) =>
  Object.entries(kinds).map(([kind, mail]) => ({
    name: `${locale}: ${kind}`,
    locale,
    kind,
    ...mail,
  })),
);
const notices = Object.entries(templates).flatMap(([locale, drawn]) =>
  Object.entries(drawn.notices).map(([kind, mail]) => ({
    name: `${locale}: ${kind}`,
    locale,
    kind,
    ...mail,
  })),
);
const placeholdersIn = (text: string) => [...new Set(text.match(/\{\{.*?\}\}/g))].sort();
const purposeOf = (kind: string) => (kind === "other" ? ["{{purpose}}"] : []);

it("every language has every kind of mail, and what its phrases are made of", () => {
  expect(locales).toEqual(expect.arrayContaining(["de", "en", "es", "fr"]));
  expect(Object.keys(templates)).toEqual(locales);
  for (const { language, greeting, minutes, kinds } of Object.values(templates)) {
    expect(Object.keys(kinds)).toEqual(emailKinds);
    expect(language).not.toBe("");
    expect(placeholdersIn(greeting.named)).toEqual(["{{name}}"]);
    expect(placeholdersIn(greeting.plain)).toEqual([]);
    expect(placeholdersIn(minutes.other)).toEqual(["{{count}}"]);
    expect(minutes.one).toContain("1");
  }
});

it("every email has a place for all that is filled in, and no other", () => {
  for (const { name, kind, subject, html, text } of mails) {
    expect.soft(placeholdersIn(subject), name).toEqual(["{{brand}}"]);
    expect
      .soft(placeholdersIn(html), name)
      .toEqual(
        [
          "{{brand}}",
          "{{code}}",
          "{{color}}",
          "{{darkColor}}",
          "{{greeting}}",
          "{{logo}}",
          "{{minutes}}",
          "{{spelled}}",
          ...purposeOf(kind),
        ].sort(),
      );
    expect
      .soft(placeholdersIn(text), name)
      .toEqual(["{{brand}}", "{{code}}", "{{greeting}}", "{{minutes}}", ...purposeOf(kind)].sort());
  }
});

it("every email shows the code once, in one piece, and spells it once", () => {
  for (const { name, html, text } of mails) {
    expect.soft(html.match(/\{\{code\}\}/g), name).toHaveLength(1);
    expect
      .soft(html, name)
      .toMatch(/<p [^>]*role="img" aria-label="\{\{spelled\}\}"[^>]*>\{\{code\}\}<\/p>/);
    expect.soft(html.match(/\{\{spelled\}\}/g), name).toHaveLength(1);
    expect
      .soft(
        text.split("\n").filter((line) => line.includes("{{code}}")),
        name,
      )
      .toEqual(["{{code}}"]);
  }
});

it("every email uses the tenancy's colour for lines alone, and leaves the logo a place of its own", () => {
  for (const { name, html } of mails) {
    for (const [, property] of html.matchAll(/([\w-]+):[^;"]*\{\{color\}\}/g))
      expect.soft(property, name).toMatch(/^border/);
    expect.soft(html, name).toContain("<div>{{logo}}</div>");
  }
});

it("every email has so much for lists of mails to show that the code is not among it", () => {
  for (const { name, html } of mails) {
    const [, hidden = ""] =
      /<body[^>]*>(?:<(?:table|tbody|tr|td)\b[^>]*>)*<div style="display:none;[^"]*">([^<]*)<\/div>/.exec(
        html,
      ) ?? [];
    expect
      .soft(hidden.replaceAll(/\{\{\w+\}\}/g, "").replaceAll(/&#?\w+;/g, "x").length, name)
      .toBeGreaterThan(140);
    expect.soft(hidden, name).not.toMatch(/\{\{(?:code|spelled)\}\}/);
  }
});

it("every email is no longer than it has to be, since each answer carries it", () => {
  for (const { name, html } of mails) {
    expect.soft(html, name).not.toMatch(/ data-/);
    expect.soft(html, name).not.toMatch(/margin:[^;"]*;[^"]*margin-/);
  }
});

it("every email tells its language and that it has two themes", () => {
  for (const { name, locale, html } of mails) {
    expect.soft(html, name).toMatch(new RegExp(`<html [^>]*lang="${locale}"`));
    expect.soft(html, name).toContain('<meta name="color-scheme" content="light dark"/>');
    expect
      .soft(html, name)
      .toContain('<meta name="supported-color-schemes" content="light dark"/>');
    expect.soft(html, name).toContain("@media (prefers-color-scheme: dark)");
  }
});

it("every email has no links, no scripts and nothing to load", () => {
  for (const { name, html, text } of mails) {
    const document = html.slice(html.indexOf("<html"));
    expect
      .soft(document, name)
      .not.toMatch(
        /<(a|area|script|link|img|iframe|object|form|base)\b|href|src=|url\(|@import|@font-face|https?:/i,
      );
    expect.soft(text, name).not.toMatch(/https?:|www\./);
    expect.soft(Buffer.byteLength(html), name).toBeLessThan(30 * 1024);
  }
});

it("every email has characters of one byte alone in its HTML", () => {
  for (const { name, html } of mails) {
    expect.soft(html, name).toMatch(/^[\u0000-\u00ff]+$/);
  }
});

it("every email leaves no marks of how it was made", () => {
  for (const { name, html, text } of mails) {
    expect.soft(html, name).not.toContain("<!--");
    expect.soft(text, name).not.toMatch(/[<>]|&\w+;|&#|[ \t]$/m);
    expect.soft(text, name).toMatch(/[^\n]\n$/);
  }
});

const ownOf: Record<string, string[]> = {
  invitation: ["{{console}}", "{{inviter}}", "{{link}}", "{{role}}", "{{tenancy}}"],
  "new-passkey": ["{{person}}"],
  "webhook-gone": ["{{tenancy}}", "{{webhook}}"],
  "passkey-added": ["{{browser}}", "{{created}}", "{{link}}", "{{passkey}}"],
  "deletion-requested": ["{{browser}}", "{{created}}", "{{link}}"],
  "email-changed": ["{{browser}}", "{{created}}", "{{link}}"],
};
const linked = ["invitation", "passkey-added", "deletion-requested", "email-changed"];

it("every language has every notice, and a word for every role", () => {
  for (const drawn of Object.values(templates)) {
    expect(Object.keys(drawn.notices)).toEqual(noticeKinds);
    expect(Object.keys(drawn.roles)).toEqual(["owner", "admin", "support", "auditor"]);
  }
});

it("every notice has a place for all that is filled in, and no other", () => {
  for (const { name, kind, subject, html, text } of notices) {
    expect.soft(placeholdersIn(subject), name).toEqual(["{{brand}}"]);
    expect
      .soft(placeholdersIn(html), name)
      .toEqual(
        [
          "{{brand}}",
          "{{color}}",
          "{{darkColor}}",
          "{{greeting}}",
          "{{lifetime}}",
          "{{logo}}",
          "{{until}}",
          ...(ownOf[kind] ?? []),
          ...(linked.includes(kind) ? ["{{fill}}", "{{onFill}}"] : []),
        ].sort(),
      );
    expect
      .soft(
        placeholdersIn(text)?.filter((found) => found !== "{{brand}}"),
        name,
      )
      .toEqual(["{{greeting}}", "{{lifetime}}", "{{until}}", ...(ownOf[kind] ?? [])].sort());
  }
});

it("every notice has one link where the reader can act, else none, and nothing to load", () => {
  for (const { name, kind, html, text } of notices) {
    const document = html.slice(html.indexOf("<html"));
    expect
      .soft(
        document.match(/<a\b[^>]*href="[^"]*"/g)?.map((link) => /href="([^"]*)"/.exec(link)?.[1]),
        name,
      )
      .toEqual(linked.includes(kind) ? ["{{link}}"] : undefined);
    expect
      .soft(document, name)
      .not.toMatch(
        /<(area|script|link|img|iframe|object|form|base)\b|src=|url\(|@import|@font-face|https?:/i,
      );
    expect
      .soft(
        text.split("\n").filter((line) => line.includes("{{link}}")),
        name,
      )
      .toEqual(linked.includes(kind) ? ["{{link}}"] : []);
  }
});

it("every notice tells its language, and leaves no marks of how it was made", () => {
  for (const { name, locale, html, text } of notices) {
    expect.soft(html, name).toMatch(new RegExp(`<html [^>]*lang="${locale}"`));
    expect.soft(html, name).not.toContain("<!--");
    for (const [, property] of html.matchAll(/([\w-]+):[^;"]*\{\{color\}\}/g))
      expect.soft(property, name).toMatch(/^border/);
    expect.soft(text, name).not.toMatch(/[<>]|&\w+;|&#|[ \t]$/m);
    expect.soft(text, name).toMatch(/[^\n]\n$/);
  }
});

it.each([
  ["light", light],
  ["dark", dark],
])("every text is legible in the %s theme", (_name, { surface, sunken, ink, quiet }) => {
  for (const ground of [surface, sunken])
    for (const text of [ink, quiet]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
});

it.each(locales)(
  "%s is set with the quotation marks, apostrophes and spaces of print",
  async (locale) => {
    const copy = await readFile(path.join(folder, `${locale}.json`), "utf8");
    const texts: string[] = [];
    JSON.parse(copy, (_key, value) => (typeof value === "string" ? texts.push(value) : value));
    expect(texts.filter((text) => /['"]|\s$|^\s| {2}/.test(text))).toEqual([]);
    if (locale === "fr")
      expect(texts.filter((text) => /[^\u202f][;:!?»]|«[^\u202f]/.test(text))).toEqual([]);
  },
);

describe("a locale file", () => {
  type Draft = Record<string, unknown> & { kinds: Record<string, Record<string, string>> };
  let copies: string;

  beforeAll(async () => {
    copies = await mkdtemp(path.join(tmpdir(), "keystead-locales-"));
  });

  afterAll(() => rm(copies, { recursive: true }));

  /** Draws all languages and what `change` makes of a copy of the French. */
  async function drawWith(
    file: string,
    change: (draft: Draft) => unknown,
  ): Promise<Record<string, LocaleTemplates>> {
    const copied = await mkdtemp(path.join(copies, "locales-"));
    await cp(folder, copied, { recursive: true });
    const draft = JSON.parse(await readFile(path.join(folder, "fr.json"), "utf8")) as Draft;
    const changed = change(draft);
    await writeFile(
      path.join(copied, file),
      typeof changed === "string" ? changed : JSON.stringify(draft),
    );
    return drawTemplates(copied);
  }

  const lead = (text: string) => (draft: Draft) =>
    void Object.assign(draft.kinds.recovery ?? {}, { lead: text });

  it.each<[string, (draft: Draft) => unknown, string]>([
    [
      "a missing text",
      ({ kinds }) => delete kinds.recovery?.lead,
      "fr.json: kinds.recovery.lead is missing",
    ],
    ["a missing kind", ({ kinds }) => delete kinds.login, "fr.json: kinds.login is missing"],
    [
      "a missing notice",
      (draft) =>
        delete (draft as unknown as { notices: Record<string, unknown> }).notices["new-passkey"],
      "fr.json: notices.new-passkey is missing",
    ],
    ["a missing phrase", (draft) => void delete draft.expiry, "fr.json: expiry is missing"],
    [
      "an unknown text",
      ({ kinds }) => void Object.assign(kinds.login ?? {}, { footer: "x" }),
      "fr.json: kinds.login.footer is unknown",
    ],
    [
      "an unknown kind",
      ({ kinds }) => void Object.assign(kinds, { invoice: {} }),
      "fr.json: kinds.invoice is unknown",
    ],
    [
      "a lost placeholder",
      lead("Saisissez ce code."),
      "fr.json: kinds.recovery.lead has lost {{brand}}",
    ],
    [
      "a translated placeholder",
      lead("Compte {{brand}}, {{marque}}"),
      "fr.json: kinds.recovery.lead has no use for {{marque}}",
    ],
    [
      "a broken placeholder",
      lead("Compte {{brand}}, {brand}}"),
      "fr.json: kinds.recovery.lead has a brace that is no part of a placeholder",
    ],
    [
      "the code in a subject",
      ({ kinds }) => void Object.assign(kinds.login ?? {}, { subject: "{{code}} {{brand}}" }),
      "fr.json: kinds.login.subject has no use for {{code}}",
    ],
    ["an empty text", lead(" "), "fr.json: kinds.recovery.lead is empty"],
    [
      "a number for a text",
      (draft) => void Object.assign(draft, { language: 1 }),
      "fr.json: language is of the wrong type",
    ],
    ["a list for the whole", () => "[]", "fr.json: the whole is of the wrong type"],
    [
      "a lost comma",
      () => '{"language": "Français" "expiry": ""}',
      "fr.json: the whole is not JSON",
    ],
  ])("with %s is refused by its name and key", async (_name, change, message) => {
    await expect(drawWith("fr.json", change)).rejects.toThrow(message);
  });

  it("is told all of its problems at once", async () => {
    const change = ({ kinds }: Draft) => [delete kinds.login?.lead, delete kinds.other?.lead];
    await expect(drawWith("fr.json", change)).rejects.toThrow(
      /kinds\.login\.lead is missing\n.*kinds\.other\.lead is missing/,
    );
  });

  it("is all that a language takes", async () => {
    const drawn = await drawWith(
      "pt-BR.json",
      (draft) => void Object.assign(draft, { language: "Português" }),
    );
    expect(drawn["pt-BR"]?.language).toBe("Português");
    expect(Object.keys(drawn["pt-BR"]?.kinds ?? {})).toEqual(emailKinds);
  });

  it("is named by a language tag, which the mail has as its lang", async () => {
    await expect(drawWith("pt_br.json", () => undefined)).rejects.toThrow(
      "pt_br.json: the file’s name is no language tag",
    );
  });
});

/** Contrast of two colours (WCAG 2.2, 1.4.3). */
function contrast(...colors: [string, string]): number {
  const [darker, lighter] = colors.map(luminance).sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
