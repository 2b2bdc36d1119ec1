import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrastOf, grounds } from "@/lib/domain/base/brand-theme";
import { locales } from "@/lib/domain/base/choose-locale";
import templates from "@/lib/domain/base/email-templates.generated.json";
import { violationsOf } from "@/testing/violations";
import {
  type Brand,
  brandNameOf,
  type ChallengeEmail,
  defaultColor,
  defaultDarkColor,
  kindOf,
  renderChallengeEmail,
} from "./render-challenge-email";

const longCode = "0482139576";
const code = longCode.slice(0, 6);
const plainTenancy: Brand["tenancy"] = {
  id: "01jd3s0m6kz8f4w2v9b7c5x1ta",
  name: "Acme",
  brandName: null,
  brandColor: null,
  brandLogoHash: null,
};

interface Given extends Partial<ChallengeEmail> {
  tenancy?: Partial<Brand["tenancy"]>;
}

function mailOf({ tenancy = {}, ...mail }: Given): [Brand, ChallengeEmail] {
  const brand = { baseUrl: "https://id.example.com", tenancy: { ...plainTenancy, ...tenancy } };
  return [
    brand,
    { purpose: "step-up", longCode, digits: 6, locale: "en", lifetimeMs: 600_000, ...mail },
  ];
}

const render = (given: Given = {}) => renderChallengeEmail(...mailOf(given));

const purposes = {
  "sign-up": "signup",
  login: "login",
  "verify-email": "verify-email",
  "email-change": "email-change",
  recovery: "recovery",
  "add-passkey": "add-passkey",
  other: "step-up",
} as const;
type Kind = keyof typeof purposes;
const kinds = Object.keys(purposes) as Kind[];

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const tagsIn = (html: string) => html.match(/<[^>]*>/g) ?? [];
/** The visible text. */
const shownBy = (html: string) =>
  html
    .replace(/<style>[^<]*<\/style>|<[^>]*>/g, "\n")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => entities[name] ?? "");
const linesOf = (text: string) => text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
const turning = /[\u202a-\u202e\u2066-\u2069]/;
const linkLike =
  /[\p{L}\p{N}][.@\u3002][\p{L}\p{N}]|[:\u2236\ua789][/\u2044\u2215\u29f8]|[/\u2215\u29f8]{2}|www\.[^\u2060]/u;

/**
 * Expects that an email client finds no link or address in any normalization (UTS #46 maps U+3002 to
 * a dot).
 */
function expectNoLink(part: string): void {
  expect(part).not.toMatch(linkLike);
  expect(part.normalize("NFKC")).not.toMatch(linkLike);
}

test.each([
  [
    "sign-up",
    [
      "signup",
      "sign-up",
      "SIGN_UP",
      "Sign.Up",
      "register",
      "registration",
      "create:account",
      "createAccount",
    ],
  ],
  ["login", ["login", "log-in", "LOGON", "sign_in", "signIn", "authentication"]],
  ["verify-email", ["verify-email", "verifyEmail", "email.verification", "confirm_email"]],
  ["email-change", ["email-change", "emailChange", "change_email", "email.update", "update-email"]],
  ["recovery", ["recovery", "recover", "account-recovery", "recoverAccount", "lost-passkey"]],
  ["add-passkey", ["add-passkey", "addPasskey", "add_passkey", "new-passkey"]],
  ["other", ["step-up", "loginx", "log", "delete", "constructor", "__proto__", "-", "other"]],
] as const)("a purpose that means %s is known however it is spelled", (kind, spellings) => {
  expect(spellings.map(kindOf)).toEqual(spellings.map(() => kind));
});

const mails = locales.flatMap((locale) =>
  kinds.map((kind) => ({
    which: `${locale}: ${kind}`,
    locale,
    kind,
    words: (templates as Record<string, (typeof templates)["en"]>)[locale] ?? templates.en,
    ...render({ locale, purpose: purposes[kind], name: "Ada" }),
  })),
);

test("every email fills every placeholder", () => {
  for (const { which, subject, html, text } of mails) {
    for (const part of [subject, html, text])
      expect.soft(part, which).not.toMatch(/\{\{|undefined|null|\[object/);
  }
});

test("every email names sender, recipient and lifetime alike in both parts", () => {
  for (const { which, locale, kind, words, html, text } of mails) {
    expect.soft(html, which).toContain(`lang="${locale}"`);
    for (const part of [shownBy(html), text]) {
      for (const word of [
        "Acme",
        words.greeting.named.replace("{{name}}", "Ada"),
        words.minutes.other.replace("{{count}}", "10"),
      ])
        expect.soft(part, which).toContain(word);
      expect.soft(part.includes("step up"), which).toBe(kind === "other");
    }
  }
});

test("every email has the code once to copy and once spelled out, without its unused digits", () => {
  for (const { which, html, text } of mails) {
    expect.soft(html.split(code), which).toHaveLength(2);
    expect.soft(html, which).toContain('aria-label="0 4 8 2 1 3"');
    expect
      .soft(
        linesOf(text).filter((line) => line.includes(code)),
        which,
      )
      .toEqual([code]);
    for (const part of [html, text]) expect.soft(part, which).not.toContain(longCode);
  }
});

test("every email has its own one-line subject without the code", () => {
  for (const { which, kind, words, subject } of mails) {
    expect.soft(subject, which).toBe(words.kinds[kind].subject.replace("{{brand}}", "Acme"));
    expect.soft(subject, which).not.toMatch(/[\r\n]|\d{6}/);
    expect
      .soft(
        kinds.filter((each) => words.kinds[each].subject === words.kinds[kind].subject),
        which,
      )
      .toEqual([kind]);
  }
});

test("every email begins with the brand, and greets without a name when none is given", () => {
  for (const { which, locale, kind, words } of mails) {
    for (const name of [undefined, "", " \u202e\n"])
      expect
        .soft(linesOf(render({ locale, purpose: purposes[kind], name }).text).slice(0, 3), which)
        .toEqual(["Acme", "", words.greeting.plain]);
  }
});

test("an unknown language falls back to English", () => {
  expect(render({ locale: "tlh" })).toEqual(render({ locale: "en" }));
});

test("a long code has ten digits", () => {
  const { html, text } = render({ digits: 10 });
  expect(html).toContain(`>${longCode}<`);
  expect(html).toContain('aria-label="0 4 8 2 1 3 9 5 7 6"');
  expect(linesOf(text)).toContain(longCode);
});

test.each([
  [60_000, "expires in 1 minute and"],
  [30_000, "expires in 1 minute and"],
  [61_000, "expires in 2 minutes and"],
  [3_600_000, "expires in 60 minutes and"],
])("%i ms read as %s", (lifetimeMs, words) => {
  for (const part of Object.values(render({ lifetimeMs })).slice(1)) expect(part).toContain(words);
});

describe("untrusted values stay text", () => {
  const hostile = {
    markup: `<script>alert(1)</script><img src=x onerror=alert(1)>`,
    "closing tags": `</p></td></table><a href="https://evil.example">click</a>`,
    "an attribute": `" onmouseover="alert(1)" x='`,
    entities: "&lt;a&gt; &amp;amp; &#60;b&#62;",
    "reordered text": "moc.live\u202e//:sptth\u202c \u2066x\u2069 a\u200bb\u00ad",
    "an address": "go to https://evil.example/login?x=1 now",
    "a bare host": "evil.example, www.evil.example and evil.example.",
    "a mailbox": "write to a@evil.example or mailto:a@evil.example",
    "a full-width address":
      "ｈｔｔｐｓ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ and ａ＠ｅｖｉｌ．ｅｘａｍｐｌｅ",
    "dots that are none": "evil。example evil｡example evil․example evil．example evil﹒example",
    "slashes and colons that are none": "https:⁄⁄evil∕x https∶//evil https：／／evil https꞉⧸⧸evil",
    "characters that stand for several": "⒈example evil㏂example ℀evil a﹫evil.example",
    placeholders: "{{code}} {{logo}} {{brand}} {{constructor}}",
    "replacement marks": "$& $1 $` $' $$",
    "line breaks": `Ada\r\n\r\n999999\r\nBcc: a@evil.example\u2028999999\u2029999999\u0085999999\v999999`,
  };
  const shapes = Object.entries(hostile).flatMap(
    ([what, text]): [name: string, text: string, values: Given][] => [
      [`${what} in the name`, text, { name: text }],
      [`${what} in the tenancy's name`, text, { tenancy: { name: text } }],
      [`${what} in the brand's name`, text, { tenancy: { brandName: text } }],
      [`${what} in the purpose`, text, { purpose: text }],
    ],
  );

  test("hostile text in any place keeps structure and shows in full", async () => {
    const violations = await violationsOf(shapes, (_name, given, values) => {
      const { subject, html, text } = render(values);
      expect(tagsIn(html)).toEqual(tagsIn(render().html));
      expect(html).not.toMatch(/<a\b|<script|<img/i);
      expect(linesOf(text)).toHaveLength(linesOf(render().text).length);
      expect(linesOf(subject)).toHaveLength(1);
      for (const part of [subject, html, text]) expect(part).not.toMatch(turning);
      for (const part of [shownBy(html), text]) expectNoLink(part);
      // No visible character is lost, except a purpose's punctuation.
      const seen = values.purpose === undefined ? given : given.replace(/[._:-]+/g, " ");
      const words = seen
        .normalize("NFC")
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
        .split(/\s+/)
        .filter((word) => word !== "");
      for (const part of [shownBy(html), text])
        expect(part.replace(/\u2060/g, "").normalize("NFKC")).toContain(
          words.join(" ").normalize("NFKC"),
        );
    });
    expect(violations).toEqual([]);
  });

  test("an address is broken by an invisible character", () => {
    const { text } = render({ name: "https://evil.example a@evil.example" });
    expect(linesOf(text)[2]).toBe(
      "Hello https:\u2060/\u2060/\u2060evil.\u2060example a@\u2060evil.\u2060example,",
    );
  });

  test.each([
    "call +1 (900) 555-0199 now",
    "0900/123456",
    "0900.12.34.56",
    "0 9 0 0 1 2",
    "0900–123–456",
    "٠٩٠٠١٢٣٤٥٦",
    "０９００ １２３４５６",
  ])("%s is broken by invisible characters", (name) => {
    const { text, html } = render({ name });
    const number = /\p{Nd}(?:[\s().\p{Pd}/+]*\p{Nd}){4,}/u;
    expect(name).toMatch(number);
    const greeting = linesOf(text)[2] ?? "";
    expect(greeting).not.toMatch(number);
    expect(shownBy(html)).toContain(greeting);
    expect(greeting.replaceAll("\u2060", "")).toBe(`Hello ${name},`);
  });

  test("names with a few digits stay as they are", () => {
    for (const name of ["Ada 2nd", "Studio 1984", "R2-D2"])
      expect(linesOf(render({ name }).text)[2]).toBe(`Hello ${name},`);
  });

  test("names in joining scripts keep their joiners", () => {
    for (const name of ["क्‍ष", "می‌خواهم", "👩‍🚀", "José"])
      expect(linesOf(render({ name }).text)[2]).toBe(`Hello ${name.normalize("NFC")},`);
  });

  test("the sender's name is a single line", () => {
    expect(
      brandNameOf({ tenancy: { ...plainTenancy, brandName: "Shop\r\nBcc: a@evil.example\u202e" } }),
    ).toBe("Shop Bcc: a@evil.example");
  });

  const fragments = [
    ...Object.values(hostile),
    "．",
    "：",
    "／",
    "＠",
    "。",
    "｡",
    "․",
    "⁄",
    "∕",
    "…",
    "‥",
    "⒈",
    "㏂",
    "℀",
    "½",
    "<",
    ">",
    '"',
    "'",
    "&",
    "`",
    "\0",
    "\ufeff",
    "\u200d",
    "<!--",
    "]]>",
    "\u0338",
    ".",
    "/",
    "@",
    ":",
    code,
  ];
  const strange = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc
      .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 3 })), { maxLength: 6 })
      .map((parts) => parts.join("")),
  );

  test("no input changes the structure of the email or the line of the code", () => {
    const places = {
      name: fc.option(strange, { nil: undefined }),
      purpose: strange,
      locale: fc.constantFrom(...locales),
      tenancy: fc.record({
        name: strange,
        brandName: fc.option(strange),
        brandColor: fc.option(strange),
      }),
    };
    fc.assert(
      fc.property(fc.record(places), (given) => {
        const { subject, html, text } = render(given);
        // An email of the same kind with the same greeting.
        const like = render({
          purpose: kindOf(given.purpose) === "other" ? "step-up" : given.purpose,
          locale: given.locale,
        });
        expect(tagsIn(html)).toEqual(tagsIn(like.html));
        expect(html.split("<").length).toBe(like.html.split("<").length);
        expect(linesOf(text)).toHaveLength(linesOf(like.text).length);
        expect(linesOf(text).filter((line) => line === code)).toEqual([code]);
        expect(linesOf(text).indexOf(code)).toBe(linesOf(like.text).indexOf(code));
        expect(linesOf(subject)).toHaveLength(1);
        for (const part of [subject, html, text]) expect(part).not.toMatch(turning);
        for (const part of [shownBy(html), text]) expectNoLink(part);
      }),
      { numRuns: 300 },
    );
  });
});

/** Returns the color that the dark theme gives the lines of a class. */
const darkLineOf = (html: string, name: string) =>
  new RegExp(`\\.${name} \\{ border(?:-top)?-color: (#[0-9a-f]{6}) `).exec(
    html.slice(html.indexOf("prefers-color-scheme: dark")),
  )?.[1] ?? "";

describe("the look", () => {
  test("has the accent of the other pages, in both themes", () => {
    expect(readFileSync("app/globals.css", "utf8")).toContain(
      `--accent: light-dark(${defaultColor}, ${defaultDarkColor});`,
    );
    for (const name of ["card", "box"])
      expect(darkLineOf(render().html, name)).toBe(defaultDarkColor);
  });

  test.each(["#0e6a4e", "#000000", "#1b1d1f", "#f2c500"])(
    "draws lines of the brand's color %s that are visible in the dark theme",
    (brandColor) => {
      const line = darkLineOf(render({ tenancy: { brandColor } }).html, "box");
      expect(contrastOf(line, grounds.dark[0])).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(["#123abc", "#ABCDEF"])("has the brand's color %s", (brandColor) => {
    expect(render({ tenancy: { brandColor } }).html.split(brandColor)).toHaveLength(3);
  });

  test.each([
    "",
    "red",
    "#abc",
    "#12345g",
    "#1234567",
    " #123abc",
    "#123abc\n",
    '#123abc;background:url("https://evil.example")',
    "#123abc</style>",
    "var(--x)",
  ])("has its own colour instead of %j", (brandColor) => {
    expect(render({ tenancy: { brandColor } })).toEqual(render());
  });

  test("shows the tenancy's logo, from this service only", () => {
    expect(render().html).not.toMatch(/<img|src=/);
    const { html } = render({ tenancy: { brandLogoHash: "9f86d081884c7d65" } });
    expect(html.match(/<img [^>]*>/g)).toEqual([
      expect.stringContaining(
        `src="https://id.example.com/logo/${plainTenancy.id}/9f86d081884c7d65" alt=""`,
      ),
    ]);
    expect(html.match(/src=/g)).toHaveLength(1);
    // Most logos are made for a light background.
    expect(html).toContain('<img class="logo"');
    expect(html).toMatch(/prefers-color-scheme: dark\) \{[^@]*\.logo \{ background-color: #ffffff/);
  });

  test("keeps dollar signs in the brand's name", () => {
    const { html, text, subject } = render({ tenancy: { brandName: "Cash$& $1" } });
    for (const part of [html, text, subject])
      expect(part).toContain(part === html ? "Cash$&amp; $1" : "Cash$& $1");
  });
});
