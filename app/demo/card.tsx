import type { ReactNode } from "react";

/** A card with a title and one task. */
export function Card({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <section
      className={
        "mx-auto flex w-full max-w-md flex-col gap-7 rounded-2xl border border-line bg-surface " +
        "p-6 shadow-sm sm:p-8"
      }
    >
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
        <p className="text-pretty text-quiet">{lead}</p>
      </header>
      {children}
    </section>
  );
}
