import type { ReactNode } from "react";

/** A section with a heading. `action` appears at its right. */
export function Card({
  title,
  description,
  action,
  children,
}: {
  title?: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="flex min-w-0 flex-col gap-4 rounded-2xl border border-line bg-surface p-5 sm:p-6">
      {title !== undefined && (
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-col gap-1">
            <h2 className="text-base font-semibold tracking-tight">{title}</h2>
            {description !== undefined && (
              <div className="max-w-prose text-sm text-pretty text-quiet">{description}</div>
            )}
          </div>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
