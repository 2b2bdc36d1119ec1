import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** Shown instead of an empty list: what belongs here, and what to do. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon;
  title: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div
      className={
        "flex flex-col items-center gap-3 rounded-2xl border border-dashed border-line px-6 py-12 " +
        "text-center"
      }
    >
      <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-medium break-words">{title}</p>
      <div className="max-w-md text-sm text-pretty text-quiet">{children}</div>
      {action}
    </div>
  );
}
