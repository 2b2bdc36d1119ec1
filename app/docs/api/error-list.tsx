import { ChevronRight } from "lucide-react";
import { Sentence, TextLink } from "@/app/docs/text";
import { errorAdvice } from "@/lib/contract/error-advice";
import type { ErrorReply } from "./reference";

/** Errors that say little about an endpoint, because nearly all return them. */
const common = new Set([
  "BadRequest",
  "Forbidden",
  "PayloadTooLarge",
  "UnsupportedMediaType",
  "Internal",
  "Unavailable",
]);

function Rows({ errors }: { errors: ErrorReply[] }) {
  return (
    <ul className="divide-y divide-line">
      {errors.map(({ name, status }) => {
        const advice = errorAdvice[`@error/${name}`];
        return (
          <li
            key={name}
            className="grid gap-x-6 gap-y-1 px-3.5 py-2.5 text-sm md:grid-cols-[15rem_1fr]"
          >
            <p className="flex items-baseline gap-3 font-mono text-[0.8125rem]">
              <span className="text-quiet tabular-nums">{status}</span>
              <TextLink href={`/docs/api/errors#${name}`}>{name}</TextLink>
            </p>
            <p className="max-w-3xl text-pretty">
              <span className="text-quiet">
                <Sentence>{advice?.when ?? ""}</Sentence>
              </span>{" "}
              <Sentence>{advice?.remedy ?? ""}</Sentence>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** The errors of an endpoint with what to do about each. Those that most endpoints share fold. */
export function ErrorList({ errors }: { errors: ErrorReply[] }) {
  const own = errors.filter(({ name }) => !common.has(name));
  const shared = errors.filter(({ name }) => common.has(name));
  return (
    <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {own.length > 0 && <Rows errors={own} />}
      <details className="group">
        <summary
          className={
            "flex min-h-10 cursor-pointer list-none items-baseline gap-3 px-3.5 py-2 text-sm " +
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
          <span>
            Common errors{" "}
            <span className="text-quiet">
              {shared.map(({ status, name }) => `${status} ${name}`).join(" · ")}
            </span>
          </span>
        </summary>
        <div className="border-t border-line">
          <Rows errors={shared} />
        </div>
      </details>
    </div>
  );
}
