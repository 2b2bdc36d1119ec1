import { CopyCode } from "./copy-code";
import { type CodeToken, highlight } from "./highlight";
import { Placeholder } from "./placeholder";
import { hasPlaceholder, isPlaceholder, splitAtPlaceholders } from "./placeholders";

const colour: Record<CodeToken["kind"], string | undefined> = {
  comment: "text-quiet italic",
  string: "text-code-string",
  keyword: "text-accent",
  name: "text-code-name",
  plain: undefined,
};

function Part({ text }: { text: string }) {
  return isPlaceholder(text) ? <Placeholder name={text} /> : text;
}

function Token({ kind, text }: CodeToken) {
  const parts = hasPlaceholder(text)
    ? splitAtPlaceholders(text).map((part, index) => <Part key={index} text={part} />)
    : text;
  return colour[kind] === undefined ? parts : <span className={colour[kind]}>{parts}</span>;
}

interface CodeProps {
  code: string;
  /** Such as ts, py, sh or json. Other languages are not highlighted. */
  language: string;
  /** Title or file name. */
  title: string;
  /** Wraps long lines instead of scrolling them. */
  isWrapped?: boolean;
  /** Scrolls what is higher than two thirds of the window. */
  isBounded?: boolean;
}

/** Highlighted code. */
export function Code({ code, language, title, isWrapped = false, isBounded = false }: CodeProps) {
  return (
    <pre
      tabIndex={0}
      aria-label={`Code: ${title}`}
      className={
        "p-3.5 font-mono text-[0.8125rem] leading-relaxed focus-visible:-outline-offset-2 " +
        (isWrapped ? "whitespace-pre-wrap [overflow-wrap:anywhere] " : "overflow-x-auto ") +
        (isBounded ? "max-h-[66dvh] overflow-y-auto overscroll-contain" : "")
      }
    >
      <code>
        {highlight(language, code).map((token, index) => (
          <Token key={index} {...token} />
        ))}
      </code>
    </pre>
  );
}

interface Props extends CodeProps {
  /** Shown instead of the title. */
  caption?: string;
}

/** A code block with a copy button. */
export function CodeBlock({ title, caption = title, ...code }: Props) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption
        className={
          "flex min-h-10 items-center justify-between gap-3 border-b border-line py-1 pr-1.5 " +
          "pl-3.5 font-mono text-xs text-quiet"
        }
      >
        <span className="min-w-0 truncate">{caption}</span>
        <CopyCode label={`Copy: ${title}`} />
      </figcaption>
      <div data-shown="true">
        <Code title={title} {...code} />
      </div>
    </figure>
  );
}
