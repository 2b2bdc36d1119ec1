// Parses the guides of docs/guides, inserts the snippets of docs/snippets, and writes the blocks
// that the documentation pages render.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { lexer } from "marked";
import { readReleased } from "./client-library.mjs";
import { renderDiagram } from "./diagrams.mjs";
import { importSource } from "./import-source.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "docs");
const written = join(root, "app/docs/guides.generated.json");

// Includes the folders themselves: deleting a file changes only its folder.
const below = (path) => [
  path,
  ...readdirSync(path, { recursive: true }).map((name) => join(path, name)),
];
const sources = () => [
  ...below(folder),
  ...below(join(root, "examples")),
  ...below(join(root, "lib/domain/base/tenancy")),
  ...below(join(root, "lib/client/released")),
  join(root, "scripts/setting-table.ts"),
  join(root, ".env.example"),
  join(root, "scripts/diagrams.mjs"),
  fileURLToPath(import.meta.url),
];

const isCurrent = () =>
  existsSync(written) &&
  sources().every((source) => statSync(source).mtimeMs < statSync(written).mtimeMs);

const read = (path) => readFileSync(join(root, path), "utf8");

/** Returns the anchor that GitHub generates for a heading, because links in other files use it. */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replace(/ /g, "-");

const nameOf = (path) => basename(path).replace(/^\d+-|\.md$/g, "");

/** Turns a link between files of docs, which works on GitHub, into one between pages. */
const pageOf = (href) =>
  href.replace(/^(?!https?:|\/)([^#]+\.md)/, (path) => `/docs/guides/${nameOf(path)}`);

const entities = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
const unescape = (text) => text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]);

function inlineOf(token) {
  switch (token.type) {
    case "text":
      return token.tokens === undefined
        ? [{ type: "text", text: unescape(token.text) }]
        : token.tokens.flatMap(inlineOf);
    case "escape":
      return [{ type: "text", text: token.text }];
    case "codespan":
      return [{ type: "code", text: unescape(token.text) }];
    case "strong":
    case "em":
      return [{ type: token.type, children: token.tokens.flatMap(inlineOf) }];
    case "link":
      return [{ type: "link", href: pageOf(token.href), children: token.tokens.flatMap(inlineOf) }];
    default:
      throw new Error(`The guides do not draw ${token.type}: ${token.raw}`);
  }
}

const plain = (inline) => inline.map((part) => part.text ?? plain(part.children)).join("");

/** Returns the anchor of a variable or of an option, such as `--code-digits`. */
const anchorOf = (name) => name.replace(/^`?(?:--)?|`$/g, "");

/** Whether each row of a table describes a variable or a setting, and has an anchor. */
const hasNamedRows = ({ header: [first] }) => /^(variable|setting)$/.test(first.text);

function blockOf(token) {
  switch (token.type) {
    case "space":
      return [];
    case "heading": {
      const children = token.tokens.flatMap(inlineOf);
      return [
        {
          type: "heading",
          depth: token.depth,
          id: slugOf(plain(children)),
          text: plain(children),
          children,
        },
      ];
    }
    case "paragraph":
    case "text":
      if (token.tokens?.length === 1 && token.tokens[0].type === "image") {
        const [{ href, text }] = token.tokens;
        return [{ type: "picture", name: basename(href, ".webp"), alt: unescape(text) }];
      }
      return [{ type: "paragraph", children: (token.tokens ?? [token]).flatMap(inlineOf) }];
    case "list":
      return [
        {
          type: "list",
          isOrdered: token.ordered,
          items: token.items.map((item) => item.tokens.flatMap(blockOf)),
        },
      ];
    case "blockquote":
      return [{ type: "note", blocks: token.tokens.flatMap(blockOf) }];
    case "html":
      return [{ type: "mark", text: token.text.trim() }];
    case "table": {
      const cell = ({ tokens }) => tokens.flatMap(inlineOf);
      return [
        {
          type: "table",
          header: token.header.map(cell),
          rows: token.rows.map((row) => row.map(cell)),
          ids: hasNamedRows(token) ? token.rows.map(([name]) => anchorOf(name.text)) : [],
        },
      ];
    }
    case "code": {
      const [language = "text", ...words] = (token.lang ?? "").split(" ");
      const title = words.join(" ");
      if (language === "mermaid") {
        const id = slugOf(title);
        return [{ type: "diagram", id, title, ...renderDiagram(token.text, { id, title }) }];
      }
      return [{ type: "code", language, title, code: token.text }];
    }
    default:
      throw new Error(`The guides do not draw ${token.type}: ${token.raw}`);
  }
}

/** Returns the snippet that a code block shows, without its language: `mailbox-code`. */
const snippetOf = ({ type, title }) =>
  type === "code" && title.startsWith("docs/snippets/")
    ? basename(title)
        .replace(/\.\w+$/, "")
        .replaceAll("_", "-")
    : undefined;

/** Joins code blocks that follow each other and show the same snippet in several languages. */
function withTabs(blocks) {
  const joined = [];
  for (const block of blocks) {
    const snippet = snippetOf(block);
    const last = joined.at(-1);
    if (snippet !== undefined && last?.type === "tabs" && last.snippet === snippet)
      last.codes.push(block);
    else joined.push(snippet === undefined ? block : { type: "tabs", snippet, codes: [block] });
  }
  return joined.map((block) =>
    block.type === "tabs" && block.codes.length === 1 ? block.codes[0] : block,
  );
}

/**
 * Joins what stands between the marks `<!-- in local mode -->`, `<!-- elsewhere -->` and `<!-- end -->`
 * into one block, of which an installation shows one half.
 */
function withModes(blocks) {
  const joined = [];
  let choice;
  for (const block of blocks) {
    const mark = block.type === "mark" ? block.text : undefined;
    if (mark === "<!-- in local mode -->")
      joined.push((choice = { type: "mode", local: [], elsewhere: [] }));
    else if (mark === "<!-- elsewhere -->") choice.isElsewhere = true;
    else if (mark === "<!-- end -->") choice = undefined;
    else if (mark !== undefined) throw new Error(`The guides do not know ${mark}`);
    else if (choice === undefined) joined.push(block);
    else (choice.isElsewhere ? choice.elsewhere : choice.local).push(block);
  }
  return joined.map(({ isElsewhere: _, ...block }) => block);
}

/** Fills each empty code fence that names a file with that file. */
const withSnippets = (markdown) =>
  markdown.replace(
    /^```(\w+) ((?:docs\/snippets|examples)\/\S+)\n```$/gm,
    (_fence, language, file) => `\`\`\`${language} ${file}\n${read(file).trimEnd()}\n\`\`\``,
  );

/** Replaces `{{configuration}}` with a table of the variables of .env.example. */
function withConfiguration(markdown) {
  if (!markdown.includes("{{configuration}}")) return markdown;
  const variables = [...read(".env.example").matchAll(/((?:^# .+\n)+)([A-Z0-9_]+)=(.*)$/gm)];
  const rows = variables.map(([, comment, name, value]) => {
    const meaning = comment.replace(/^# /gm, "").trim().replaceAll("\n", " ").replace(/\|/g, "\\|");
    const isStated = value === "" || meaning.includes("Default: ");
    return `| \`${name}\` | ${meaning}${isStated ? "" : ` Default: \`${value}\`.`} |`;
  });
  return markdown.replace(
    "{{configuration}}",
    ["| variable | meaning |", "|---|---|", ...rows].join("\n"),
  );
}

/** Replaces `{{settings sites}}` with a table of the settings of that page of the console. */
async function withSettings(markdown) {
  if (!markdown.includes("{{settings ")) return markdown;
  const { settingTable } = await importSource("scripts/setting-table.ts");
  return markdown.replace(/\{\{settings ([\w-]+)\}\}/g, (_mark, page) => settingTable(page));
}

const integrityOf = (file) => `sha384-${createHash("sha384").update(file).digest("base64")}`;

/**
 * Replaces `{{integrity}}` with a table of the browser library's versions and their hashes, and
 * LIBRARY_VERSION and LIBRARY_INTEGRITY with those of the current one.
 */
function withIntegrity(markdown) {
  const { version } = JSON.parse(read("lib/client/package.json"));
  const released = readReleased();
  const rows = Object.entries(released)
    .toReversed()
    .map(([name, file]) => `| \`/client/v${name}.js\` | \`${integrityOf(file)}\` |`);
  return markdown
    .replace("{{integrity}}", ["| address | integrity |", "|---|---|", ...rows].join("\n"))
    .replaceAll("LIBRARY_VERSION", version)
    .replaceAll("LIBRARY_INTEGRITY", integrityOf(released[version] ?? ""));
}

/**
 * Reads the lines before a page's text. Indented lines below `searches:` list words that find a
 * section, by its address.
 */
function readHead(head) {
  const pairs = head
    .split("\n")
    .map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]);
  const searches = pairs
    .filter(([name]) => name.startsWith("  "))
    .map(([name, words]) => [name.trim(), words.split(", ")]);
  const { title, description } = Object.fromEntries(pairs);
  return {
    title,
    description,
    ...(searches.length > 0 ? { searches: Object.fromEntries(searches) } : {}),
  };
}

async function readGuide(path) {
  const [, head, body] = /^---\n([\s\S]+?)\n---\n([\s\S]+)$/.exec(read(path)) ?? [];
  if (head === undefined) throw new Error(`${path} has no title and description at the top`);
  const markdown = (
    await withSettings(withConfiguration(withIntegrity(withSnippets(body))))
  ).trim();
  return {
    slug: nameOf(path),
    ...readHead(head),
    markdown,
    blocks: withModes(withTabs(lexer(markdown).flatMap(blockOf))),
  };
}

/**
 * Writes `{conventions, guides}`, each `{slug, title, description, markdown, blocks}`. Skips if the
 * file is current. `app/docs/chapters.ts` sets the order of the guides.
 */
export async function writeGuides() {
  if (isCurrent()) return;
  const files = readdirSync(join(folder, "guides"))
    .filter((name) => name.endsWith(".md"))
    .sort();
  const paths = [
    ...files.map((file) => `docs/guides/${file}`),
    "docs/configuration.md",
    "docs/command-line.md",
    "docs/questions.md",
    "docs/about.md",
  ];
  const content = {
    conventions: await readGuide("docs/conventions.md"),
    guides: await Promise.all(paths.map(readGuide)),
  };
  writeFileSync(written, `${JSON.stringify(content)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeGuides();
