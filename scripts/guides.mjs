// Parses the guides of docs/guides, inserts the snippets of docs/snippets, and writes the blocks
// that the documentation pages render.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { lexer } from "marked";

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
  join(root, ".env.example"),
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
      return [{ type: "link", href: token.href, children: token.tokens.flatMap(inlineOf) }];
    default:
      throw new Error(`The guides do not draw ${token.type}: ${token.raw}`);
  }
}

const plain = (inline) => inline.map((part) => part.text ?? plain(part.children)).join("");

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
    case "table": {
      const cell = ({ tokens }) => tokens.flatMap(inlineOf);
      return [
        {
          type: "table",
          header: token.header.map(cell),
          rows: token.rows.map((row) => row.map(cell)),
        },
      ];
    }
    case "code": {
      const [language = "text", ...title] = (token.lang ?? "").split(" ");
      return [{ type: "code", language, title: title.join(" "), code: token.text }];
    }
    default:
      throw new Error(`The guides do not draw ${token.type}: ${token.raw}`);
  }
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
  const variables = [...read(".env.example").matchAll(/^# (.+)\n([A-Z_]+)=(.*)$/gm)];
  const rows = variables.map(([, meaning, name]) => {
    const cell = meaning.replace(/\|/g, "\\|").replace(/[a-z]+:\/\/(\S*[^\s.;,])?/g, "`$&`");
    return `| \`${name}\` | ${cell} |`;
  });
  return markdown.replace(
    "{{configuration}}",
    ["| variable | meaning |", "|---|---|", ...rows].join("\n"),
  );
}

function readGuide(path) {
  const [, head, body] = /^---\n([\s\S]+?)\n---\n([\s\S]+)$/.exec(read(path)) ?? [];
  if (head === undefined) throw new Error(`${path} has no title and description at the top`);
  const { title, description } = Object.fromEntries(
    head
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const markdown = withConfiguration(withSnippets(body)).trim();
  return {
    slug: basename(path).replace(/^\d+-|\.md$/g, ""),
    title,
    description,
    markdown,
    blocks: lexer(markdown).flatMap(blockOf),
  };
}

/**
 * Writes `{conventions, guides}`, each `{slug, title, description, markdown, blocks}`, with the
 * guides sorted by file name. Skips if the file is current.
 */
export function writeGuides() {
  if (isCurrent()) return;
  const files = readdirSync(join(folder, "guides"))
    .filter((name) => name.endsWith(".md"))
    .sort();
  const content = {
    conventions: readGuide("docs/conventions.md"),
    guides: files.map((file) => readGuide(`docs/guides/${file}`)),
  };
  writeFileSync(written, `${JSON.stringify(content)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeGuides();
