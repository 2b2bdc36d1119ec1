import { errorReplies, families, hrefOf } from "@/app/docs/api/reference";
import { type Block, conventions, type Guide, guides, type Inline } from "@/app/docs/guide";
import { errorAdvice } from "@/lib/contract/error-advice";
import type { SearchEntry } from "./search-index";

const plain = (parts: Inline[]): string =>
  parts.map((part) => ("text" in part ? part.text : plain(part.children))).join("");

type Table = Extract<Block, { type: "table" }>;

const textOfTable = ({ rows, ids }: Table) =>
  ids.length > 0
    ? []
    : rows.map(
        (row) =>
          `${row
            .map(plain)
            .filter((cell) => cell !== "")
            .join(": ")}.`,
      );

function textsOf(block: Block): string[] {
  switch (block.type) {
    case "paragraph":
      return [plain(block.children)];
    case "list":
      return block.items.flat().flatMap(textsOf);
    case "note":
      return block.blocks.flatMap(textsOf);
    case "mode":
      return [...block.local, ...block.elsewhere].flatMap(textsOf);
    case "table":
      return textOfTable(block);
    case "heading":
    case "code":
    case "diagram":
    case "picture":
    case "tabs":
      return [];
  }
}

function codeOf(block: Block): string[] {
  if (block.type === "code") return [block.code];
  // The other languages call the same API.
  if (block.type === "tabs") return block.codes.slice(0, 1).map(({ code }) => code);
  if (block.type === "list") return block.items.flat().flatMap(codeOf);
  if (block.type === "mode") return [...block.local, ...block.elsewhere].flatMap(codeOf);
  return block.type === "note" ? block.blocks.flatMap(codeOf) : [];
}

/** Splits a page at its headings. The first section has the page's title. */
function sectionsOf({ title, description, blocks }: Guide) {
  const first = { id: "", heading: title, texts: [description], codes: [] as string[] };
  const sections = [first];
  for (const block of blocks) {
    if (block.type === "heading")
      sections.push({ id: block.id, heading: block.text, texts: [], codes: [] });
    sections.at(-1)?.texts.push(...textsOf(block));
    sections.at(-1)?.codes.push(...codeOf(block));
  }
  return sections;
}

/** Of a section. Of a complete program, the beginning has the words that it is about. */
const indexedCodeCharacters = 2_000;

function entriesOfPage(path: string, kind: SearchEntry["kind"], guide: Guide): SearchEntry[] {
  return sectionsOf(guide).map(({ id, heading, texts, codes }) => ({
    href: id === "" ? path : `${path}#${id}`,
    kind,
    page: guide.title,
    heading,
    text: texts.join(" "),
    keywords: "",
    code: codes.join("\n").slice(0, indexedCodeCharacters),
  }));
}

/** The rows of a page that describe one variable or setting each. */
const entriesOfRows = (path: string, { title, blocks }: Guide): SearchEntry[] =>
  blocks.flatMap((block) =>
    block.type === "table"
      ? block.ids.map((id, index) => {
          const [name = [], ...cells] = block.rows[index] ?? [];
          const [meaning = "", value = ""] = cells.map(plain);
          return {
            href: `${path}#${id}`,
            kind: "Configuration" as const,
            page: title,
            heading: plain(name).replace(/^--/, ""),
            text: value === "" ? meaning : `${meaning} Default: ${value}.`,
            keywords: "",
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
      text: description,
      keywords: "",
      code: "",
    },
    ...operations.map((operation) => ({
      href: hrefOf(operation),
      kind: "Endpoint" as const,
      page: name,
      heading: operation.summary,
      text: withoutBackquotes(
        `${operation.method} ${operation.path}. ${operation.description.join(" ")}`,
      ),
      keywords: operation.id,
      code: "",
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
  const searches = Object.assign({}, ...guides.map((guide) => guide.searches ?? {})) as Record<
    string,
    string[]
  >;
  return entries.map((entry) => {
    const answered = questions.filter(({ answer }) => answer === entry.href);
    const words = [...answered.map(({ question }) => question), ...(searches[entry.href] ?? [])];
    return { ...entry, keywords: [entry.keywords, ...words].join(" ") };
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
