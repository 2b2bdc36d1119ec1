import type { ReactNode } from "react";

/** A section of the page with a heading and a lead. */
export function Section({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-col gap-10 px-5 py-16 sm:px-8 sm:py-24">
        <header className="flex max-w-2xl flex-col gap-3">
          <h2
            id={id}
            className="scroll-mt-8 text-2xl font-semibold tracking-tight text-balance sm:text-3xl"
          >
            {title}
          </h2>
          <p className="text-pretty text-quiet sm:text-lg">{lead}</p>
        </header>
        {children}
      </div>
    </section>
  );
}
