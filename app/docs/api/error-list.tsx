import { ChevronRight } from "lucide-react";
import { TextLink, Sentence } from "@/app/docs/text";
import { CodeBlock } from "@/app/docs/code-block";
import { errorAdvice } from "@/lib/contract/error-advice";
import type { ErrorReply } from "./reference";

/** The errors of an endpoint. Each expands to its body and advice. */
export function ErrorList({ errors }: { errors: ErrorReply[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {errors.map(({ name, status, example }) => {
        const advice = errorAdvice[`@error/${name}`];
        return (
          <li key={name}>
            <details className="group">
              <summary
                className={
                  "flex cursor-pointer list-none items-baseline gap-3 px-3.5 py-2 text-sm " +
                  "hover:bg-sunken [&::-webkit-details-marker]:hidden"
                }
              >
                <ChevronRight
                  aria-hidden
                  className={
                    "size-3.5 shrink-0 self-center text-quiet transition-transform " +
                    "group-open:rotate-90 motion-reduce:transition-none"
                  }
                />
                <span className="font-mono text-xs text-quiet tabular-nums">{status}</span>
                <span className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
                  @error/{name}
                </span>
              </summary>
              <div className="flex flex-col gap-3 px-3.5 pt-1 pb-3.5 text-sm">
                <p className="text-pretty">
                  <Sentence>{advice?.when ?? ""}</Sentence>{" "}
                  <Sentence>{advice?.remedy ?? ""}</Sentence>{" "}
                  <TextLink href={`/docs/api/errors#${name}`}>More</TextLink>
                </p>
                <CodeBlock
                  language="json"
                  title={`Body of @error/${name}`}
                  code={JSON.stringify(example, null, 2)}
                  caption="Body"
                />
              </div>
            </details>
          </li>
        );
      })}
    </ul>
  );
}
