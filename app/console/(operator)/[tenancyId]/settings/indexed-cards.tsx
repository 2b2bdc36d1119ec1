import type { ReactNode } from "react";
import { settingsCardId } from "@/app/console/palette/settings-cards";

/** Shorter tabs show all their headings at once. */
const minIndexed = 4;

/** The cards of a tab, by title. Links lead to each card, and a long tab has an index of them. */
export function IndexedCards({ cards }: { cards: Readonly<Record<string, ReactNode>> }) {
  const titles = Object.keys(cards);
  const isLong = titles.length >= minIndexed;
  return (
    <div
      className={
        "grid min-w-0 items-start gap-6 " +
        (isLong ? "xl:grid-cols-[minmax(0,1fr)_11rem] xl:gap-8" : "grid-cols-[minmax(0,1fr)]")
      }
    >
      {isLong && (
        <nav
          aria-label="On this tab"
          className="flex flex-wrap gap-x-5 gap-y-1 text-sm xl:sticky xl:top-8 xl:order-2 xl:flex-col"
        >
          <p aria-hidden className="hidden py-1 font-medium xl:block">
            On this tab
          </p>
          {titles.map((title) => (
            <a
              key={title}
              href={`#${settingsCardId(title)}`}
              className="py-1 text-quiet underline-offset-4 hover:text-ink hover:underline"
            >
              {title}
            </a>
          ))}
        </nav>
      )}
      <div className="flex min-w-0 flex-col gap-6">
        {Object.entries(cards).map(([title, card]) => (
          <div key={title} id={settingsCardId(title)} className="flex min-w-0 flex-col">
            {card}
          </div>
        ))}
      </div>
    </div>
  );
}
