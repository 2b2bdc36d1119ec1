import type { ReactNode } from "react";

/** Title and description of a page. */
export function PageHeader({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="flex flex-col gap-3">
      <h1 className="text-3xl font-semibold tracking-tight text-balance">{title}</h1>
      <p className="max-w-3xl text-lg text-pretty text-quiet">{children}</p>
    </header>
  );
}
