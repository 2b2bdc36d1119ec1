import Link from "next/link";
import type { ReactNode } from "react";
import { withApostrophes } from "./apostrophes";
import type { Inline } from "./guide";

const link =
  "text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent";

/** A link to a documentation page, to a file of this installation, or to a specification. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith("/docs"))
    return (
      <Link href={href} prefetch={false} className={link}>
        {children}
      </Link>
    );
  return (
    <a href={href} className={link} {...(/^https?:/.test(href) ? { rel: "noreferrer" } : {})}>
      {children}
    </a>
  );
}

/** Keeps `--name` on one line. Browsers would break it after `--`. */
const withWholeOptions = (code: string): ReactNode =>
  code.split(/(--\w+)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );

export function InlineCode({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-[0.85em] [overflow-wrap:anywhere]">
      {typeof children === "string" ? withWholeOptions(children) : children}
    </code>
  );
}

function Run({ part }: { part: Inline }) {
  switch (part.type) {
    case "text":
      return withApostrophes(part.text);
    case "code":
      return <InlineCode>{part.text}</InlineCode>;
    case "strong":
      return (
        <strong className="font-semibold">
          <Text parts={part.children} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Text parts={part.children} />
        </em>
      );
    case "link":
      return (
        <TextLink href={part.href}>
          <Text parts={part.children} />
        </TextLink>
      );
  }
}

/** Renders inline content of a guide. */
export function Text({ parts }: { parts: Inline[] }) {
  return parts.map((part, index) => <Run key={index} part={part} />);
}

/** Renders a sentence of the contract, in which backquotes mark code. */
export function Sentence({ children }: { children: string }) {
  return children
    .split("`")
    .map((part, index) =>
      index % 2 === 1 ? <InlineCode key={index}>{part}</InlineCode> : withApostrophes(part),
    );
}
