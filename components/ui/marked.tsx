import { Fragment } from "react";

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Splits a text around the words of a search. Parts with an odd index match. */
export function splitMatches(text: string, search: string | undefined): string[] {
  const words = (search ?? "").split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [text];
  const longestFirst = words.toSorted((a, b) => b.length - a.length).map(escaped);
  return text.split(new RegExp(`(${longestFirst.join("|")})`, "iu"));
}

/** A text whose matches with a search are marked. */
export function Marked({ text, search }: { text: string; search: string | undefined }) {
  return splitMatches(text, search).map((part, index) =>
    index % 2 === 1 ? (
      <mark key={index} className="rounded-xs bg-mark text-ink">
        {part}
      </mark>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
