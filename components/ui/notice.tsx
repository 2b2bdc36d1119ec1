import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";

/** Says what happened and what to do next; screen readers hear it when it appears. */
export function Notice({ tone, title, children }: { tone: "error" | "info"; title: string; children?: ReactNode }) {
  const Icon = tone === "error" ? CircleAlert : Info;
  const look = tone === "error" ? "border-danger/40 bg-danger-soft" : "border-accent/40 bg-accent-soft";
  return (
    <div role={tone === "error" ? "alert" : "status"} className={`flex gap-3 rounded-lg border p-3.5 text-sm ${look}`}>
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone === "error" ? "text-danger" : "text-accent"}`} />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium">{title}</p>
        {children && <div className="text-pretty">{children}</div>}
      </div>
    </div>
  );
}
