import type { ReactNode } from "react";

/**
 * The title of a row, and its state beside it, or below it if a line is too short for both. Most rows
 * have no state, and then the title has the whole column.
 */
export const TitleAndState = ({ title, state }: { title: ReactNode; state: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-sm:justify-between">
    <span className="max-w-full min-w-0">{title}</span>
    {state}
  </span>
);
