import { CopyCode } from "./copy-code";
import { highlight, type CodeToken } from "./highlight";

const colour: Record<CodeToken["kind"], string | undefined> = {
  comment: "text-quiet italic",
  string: "text-code-string",
  keyword: "text-accent",
  name: "text-code-name",
  plain: undefined,
};

function Token({ kind, text }: CodeToken) {
  return colour[kind] === undefined ? text : <span className={colour[kind]}>{text}</span>;
}

interface Props {
  code: string;
  /** Such as ts, py, sh or json. Other languages are not highlighted. */
  language: string;
  /** Title or file name. */
  title: string;
  /** Shown instead of the title. */
  caption?: string;
}

/** A code block with a copy button. Long lines scroll. */
export function CodeBlock({ code, language, title, caption = title }: Props) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption
        className={
          "flex min-h-10 items-center justify-between gap-3 border-b border-line py-1 pr-1.5 " +
          "pl-3.5 font-mono text-xs text-quiet"
        }
      >
        <span className="min-w-0 truncate">{caption}</span>
        <CopyCode text={code} label={`Copy: ${title}`} />
      </figcaption>
      <pre
        tabIndex={0}
        aria-label={`Code: ${title}`}
        className="overflow-x-auto p-3.5 font-mono text-[0.8125rem] leading-relaxed"
      >
        <code>
          {highlight(language, code).map((token, index) => (
            <Token key={index} {...token} />
          ))}
        </code>
      </pre>
    </figure>
  );
}
