import { Fragment } from "react";

// Not at the end, where a line break would change nothing.
const breaks = /(?<=[@._+/-])(?!$)/;

/** An email, a host, a path or an id. Lines break after its punctuation, so that no word is split. */
export function Breakable({ text }: { text: string }) {
  return text.split(breaks).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
