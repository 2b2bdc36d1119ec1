import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const looks = {
  error: { Icon: CircleAlert, box: "border-danger/40 bg-danger-soft", icon: "text-danger" },
  warning: { Icon: TriangleAlert, box: "border-warning/40 bg-warning-soft", icon: "text-warning" },
  info: { Icon: Info, box: "border-accent/40 bg-accent-soft", icon: "text-accent" },
};

/** A message with what happened and what to do next. Screen readers announce it. */
export function Notice({
  tone,
  title,
  children,
}: {
  tone: keyof typeof looks;
  title: string;
  children?: ReactNode;
}) {
  const { Icon, box, icon } = looks[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={`flex gap-3 rounded-lg border p-3.5 text-sm ${box}`}
    >
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${icon}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="font-medium">{title}</p>
        {children && <div className="text-pretty">{children}</div>}
      </div>
    </div>
  );
}
