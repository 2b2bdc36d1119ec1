export interface CodeToken {
  kind: "comment" | "string" | "keyword" | "name" | "plain";
  text: string;
}

const quoted = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/;
const words = (list: string) => new RegExp(`\\b(?:${list.replace(/ /g, "|")})\\b`);

interface Grammar {
  comment: RegExp;
  string: RegExp;
  keyword: RegExp;
  name: RegExp;
}

const never = /(?!)/;
const call = /\b[A-Za-z_]\w*(?=\()/;

const script: Grammar = {
  comment: /\/\/[^\n]*|\/\*[\s\S]*?\*\//,
  string: new RegExp(`${quoted.source}|\`(?:[^\`\\\\]|\\\\.)*\``),
  keyword: words(
    "import from export const let function async await return if else for of while " +
      "new throw try catch class extends interface type typeof in as satisfies null " +
      "undefined true false switch case default",
  ),
  name: call,
};

const grammars: Record<string, Grammar> = {
  ts: script,
  js: script,
  go: {
    comment: script.comment,
    string: new RegExp(`${quoted.source}|\`[^\`]*\``),
    keyword: words(
      "package import func return if else for range var const type struct map nil defer " +
        "err string int64 bool true false",
    ),
    name: call,
  },
  py: {
    comment: /#[^\n]*/,
    string: new RegExp(`"""[\\s\\S]*?"""|f?${quoted.source}`),
    keyword: words(
      "import from def return if else elif for in while with as try except raise class " +
        "lambda not and or is None True False",
    ),
    name: call,
  },
  php: {
    comment: /(?:\/\/|#)[^\n]*|\/\*[\s\S]*?\*\//,
    string: quoted,
    keyword: words(
      "function return if else elseif foreach for while as new throw try catch class public " +
        "private static use namespace null true false echo array string int bool mixed require",
    ),
    name: /\b[A-Za-z_]\w*(?=\()|\$\w+/,
  },
  rb: {
    comment: /#(?!\{)[^\n]*/,
    string: quoted,
    keyword: words(
      "def end do if else elsif unless return class module require raise rescue begin then nil " +
        "true false case when yield self",
    ),
    name: call,
  },
  sh: {
    comment: /(?<=^|\s)#[^\n]*/,
    string: /"(?:[^"\\]|\\[\s\S])*"|'[^']*'/,
    keyword: words("if then else fi for do done in set export case esac while function"),
    name: /(?<=^|\n|\| |&& |\$\()[a-z][\w./-]*(?= )|(?<=\s)--?[A-Za-z][\w-]*/,
  },
  json: {
    comment: never,
    string: /"(?:[^"\\\n]|\\.)*"(?!\s*:)/,
    keyword: /\b(?:true|false|null)\b|-?\b\d[\d.]*\b/,
    name: /"(?:[^"\\\n]|\\.)*"(?=\s*:)/,
  },
  html: {
    comment: /<!--[\s\S]*?-->/,
    string: /"[^"\n]*"/,
    keyword: /<\/?[a-z][\w-]*|\/?>/,
    name: /\b[a-z-]+(?==")/,
  },
  sql: {
    comment: /--[^\n]*/,
    string: /'[^']*'/,
    keyword: words(
      "SELECT FROM WHERE JOIN ON AS COPY TO CREATE TABLE INSERT INTO VALUES ORDER BY AND OR NOT NULL",
    ),
    name: call,
  },
  conf: {
    comment: /#[^\n]*/,
    string: quoted,
    keyword: /(?<=^|\n)\s*[a-z_]+(?=[ {])/,
    name: /(?<=^|\n)[A-Z_]+(?==)|\$\w+/,
  },
};

function run(grammar: Grammar, code: string): CodeToken[] {
  const kinds = ["comment", "string", "keyword", "name"] as const;
  const any = new RegExp(kinds.map((kind) => `(?<${kind}>${grammar[kind].source})`).join("|"), "g");
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of code.matchAll(any)) {
    if (match.index > end) tokens.push({ kind: "plain", text: code.slice(end, match.index) });
    tokens.push({
      kind: kinds.find((kind) => match.groups?.[kind] !== undefined) ?? "plain",
      text: match[0],
    });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: "plain", text: code.slice(end) });
  return tokens;
}

/**
 * Highlights comments, strings, keywords and names. This is not a parser: unknown text stays plain,
 * and the joined tokens always equal the code.
 */
export function highlight(language: string, code: string): CodeToken[] {
  const grammar = grammars[language];
  if (grammar === undefined) return [{ kind: "plain", text: code }];
  if (language !== "html") return run(grammar, code);
  // The content of script tags is JavaScript.
  return code
    .split(/(?<=<script[^>]*>)([\s\S]*?)(?=<\/script>)/)
    .flatMap((part, index) => run(index % 2 === 1 ? script : grammar, part));
}
