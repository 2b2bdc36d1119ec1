import type { ReactNode } from "react";

/** The main panel of a page with one task, such as a sign-in. */
export function Panel({
  title,
  description,
  children,
}: {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="flex flex-col gap-6 rounded-2xl border border-line bg-surface p-6 shadow-sm sm:p-8">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
        {description !== undefined && <div className="text-pretty text-quiet">{description}</div>}
      </header>
      {children}
    </section>
  );
}
