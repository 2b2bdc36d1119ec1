import { Fragment } from "react";
import { Sentence } from "@/app/docs/text";
import type { SchemaRow } from "./schema-rows";

// After a dot or a slash, around | and before a capital that follows a small letter.
const breaks = /(?<=[./])|(?<=[a-z0-9])(?=[A-Z])|(?=\|)/;

/** A name in code. Its lines break between words. */
function Wrapped({ text }: { text: string }) {
  return text.split(breaks).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/**
 * A table of fields with types, descriptions and whether each is required. On narrow pages, each
 * field is a paragraph.
 */
export function FieldsTable({
  caption,
  rows,
  isReply = false,
}: {
  caption: string;
  rows: SchemaRow[];
  isReply?: boolean;
}) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <table className="w-full table-fixed border-collapse text-left text-sm max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-sunken max-sm:sr-only">
          <tr>
            <th scope="col" className="w-[42%] px-3.5 py-2 font-medium">
              Field
            </th>
            <th scope="col" className="px-3.5 py-2 font-medium">
              Meaning
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <tr
              key={row.name}
              className="border-line align-top not-first:border-t max-sm:block max-sm:py-2"
            >
              <th scope="row" className="px-3.5 py-2 font-normal max-sm:block max-sm:py-0.5">
                <span
                  className={`block font-mono text-[0.8125rem] wrap-anywhere ${row.depth > 0 ? "text-quiet" : ""}`}
                >
                  <Wrapped text={row.name.slice(0, row.name.lastIndexOf(".") + 1)} />
                  <wbr />
                  <span className="font-medium text-ink">
                    <Wrapped text={row.name.slice(row.name.lastIndexOf(".") + 1)} />
                  </span>
                </span>
                <span className="block font-mono text-xs text-quiet wrap-anywhere">
                  <Wrapped text={row.type} />
                </span>
              </th>
              <td className="px-3.5 py-2 text-pretty max-sm:block max-sm:py-0.5">
                {row.isRequired && !isReply && (
                  <span className="mr-2 text-xs font-medium text-accent">required</span>
                )}
                {!row.isRequired && isReply && (
                  <span className="mr-2 text-xs text-quiet">may be absent</span>
                )}
                <Sentence>{row.description}</Sentence>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
