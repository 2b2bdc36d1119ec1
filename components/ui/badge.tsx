import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";

const look = cva(
  "inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap",
  {
    variants: {
      tone: {
        good: "bg-accent-soft text-accent",
        neutral: "bg-sunken text-quiet",
        warning: "bg-warning-soft text-warning",
        bad: "bg-danger-soft text-danger",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof look>["tone"]>;

/** A state as text. Color is never the only signal. */
export function Badge({ tone, children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span data-tone={tone ?? "neutral"} className={look({ tone })}>
      {children}
    </span>
  );
}
