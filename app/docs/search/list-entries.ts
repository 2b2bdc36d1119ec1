import { errorReplies, families, hrefOf } from "@/app/docs/api/reference";
import { conventions, type Guide, guides } from "@/app/docs/guide";
import { errorAdvice } from "@/lib/contract/error-advice";
import { codeOf, plainText, textsOf } from "./block-texts";
import type { SearchEntry } from "./search-index";

/** Whether a paragraph only says where the answer is. */
const isPointer = (text: string) => /^Read (?!.*\. ).+\.$/.test(text);

/** Splits a page at its headings. The first section has the page's title. */
function sectionsOf({ title, description, blocks }: Guide) {
  const first = { id: "", heading: title, texts: [description], codes: [] as string[] };
  const sections = [first];
  for (const block of blocks) {
    if (block.type === "heading")
      sections.push({ id: block.id, heading: block.text, texts: [], codes: [] });
    sections.at(-1)?.texts.push(...textsOf(block).filter((text) => !isPointer(text)));
    sections.at(-1)?.codes.push(...codeOf(block));
  }
  return sections;
}

/** Of a section. Of a complete program, the beginning has the words that it is about. */
const indexedCodeCharacters = 800;

function entriesOfPage(path: string, kind: SearchEntry["kind"], guide: Guide): SearchEntry[] {
  return sectionsOf(guide).map(({ id, heading, texts, codes }) => ({
    href: id === "" ? path : `${path}#${id}`,
    kind,
    page: guide.title,
    heading,
    text: texts.join("\n"),
    keywords: "",
    searches: id === "" ? heading : "",
    code: codes.join("\n").slice(0, indexedCodeCharacters),
  }));
}

/** The rows of a page that describe one variable or setting each. */
const entriesOfRows = (path: string, { title, blocks }: Guide): SearchEntry[] =>
  blocks.flatMap((block) =>
    block.type === "table"
      ? block.ids.map((id, index) => {
          const [name = [], ...cells] = block.rows[index] ?? [];
          const [meaning = "", value = ""] = cells.map(plainText);
          return {
            href: `${path}#${id}`,
            kind: "Configuration" as const,
            page: title,
            heading: plainText(name).replace(/^--/, ""),
            text: value === "" ? meaning : `${meaning} Default: ${value}.`,
            keywords: "",
            searches: "",
            code: "",
          };
        })
      : [],
  );

const kinds: Record<string, SearchEntry["kind"]> = {
  configuration: "Configuration",
  questions: "Question",
};

const withoutBackquotes = (text: string) => text.replaceAll("`", "");

const endpoints = (): SearchEntry[] =>
  families.flatMap(({ name, slug, description, operations }) => [
    {
      href: `/docs/api/${slug}`,
      kind: "Reference",
      page: "API reference",
      heading: name,
      text: withoutBackquotes(description),
      keywords: "",
      searches: "",
      code: "",
    },
    ...operations.map((operation) => ({
      href: hrefOf(operation),
      kind: "Endpoint" as const,
      page: name,
      heading: operation.summary,
      // The successor of a legacy endpoint has the words.
      text: withoutBackquotes(
        [
          `${operation.method} ${operation.path}.`,
          ...(slug.startsWith("legacy-") ? [] : [operation.description.join("\n")]),
        ].join(" "),
      ),
      keywords: "",
      searches: "",
      code: operation.id,
    })),
  ]);

const errors = (): SearchEntry[] => [
  {
    href: "/docs/api/errors",
    kind: "Reference",
    page: "API reference",
    heading: "Errors",
    text: "Every error with its status, an example and what to do about it.",
    keywords: "",
    searches: "",
    code: "",
  },
  ...errorReplies.map(({ name, status }) => {
    const advice = errorAdvice[`@error/${name}`];
    return {
      href: `/docs/api/errors#${name}`,
      kind: "Error" as const,
      page: "Errors",
      heading: name,
      text: withoutBackquotes(`${status}. ${advice?.when ?? ""} ${advice?.remedy ?? ""}`),
      keywords: "error",
      searches: "",
      code: "",
    };
  }),
];

/** Lists the common questions with the page of each answer, and the words that find it. */
export function listQuestions(): { question: string; answer: string; searches: string[] }[] {
  const { markdown = "", searches = {} } = guides.find(({ slug }) => slug === "questions") ?? {};
  const answered = markdown.matchAll(/^## (.+)\n(?:(?!## ).*\n)*?Read \[[^\]]+\]\(([^)]+)\)\.$/gm);
  return Array.from(answered, ([, question = "", answer = ""]) => ({
    question,
    answer,
    searches: searches[answer] ?? [],
  }));
}

/** Adds the words that find a section, and the common questions that it answers. */
function withSearches(entries: SearchEntry[]): SearchEntry[] {
  const questions = listQuestions();
  return entries.map((entry) => {
    const answered = questions.filter(({ answer }) => answer === entry.href);
    // Several pages can name searches of one section.
    const searches = [conventions, ...guides].flatMap(
      (guide) => guide.searches?.[entry.href] ?? [],
    );
    const words = [...answered.map(({ question }) => question), ...searches];
    return {
      ...entry,
      keywords: [entry.keywords, ...words].join(" "),
      searches: [entry.searches, ...searches].join("\n"),
    };
  });
}

/** Lists every section of the documentation that the search finds. */
export function listEntries(): SearchEntry[] {
  const entries: SearchEntry[] = [
    ...guides.flatMap((guide) => {
      const path = `/docs/guides/${guide.slug}`;
      return [
        ...entriesOfPage(path, kinds[guide.slug] ?? "Guide", guide),
        ...entriesOfRows(path, guide),
      ];
    }),
    ...entriesOfPage("/docs/api", "Reference", conventions),
    ...endpoints(),
    ...errors(),
  ];
  return withSearches(entries.filter(({ heading }) => heading !== "Next"));
}
