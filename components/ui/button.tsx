import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import Link from "next/link";
import type { ComponentProps, MouseEvent } from "react";

const look = cva(
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-lg px-4 py-2 " +
    "text-center text-[0.9375rem] font-medium transition-colors " +
    "disabled:cursor-not-allowed disabled:opacity-60 " +
    "aria-disabled:cursor-not-allowed aria-disabled:opacity-60",
  {
    variants: {
      tone: {
        primary:
          "bg-accent text-on-accent enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong",
        secondary:
          "border border-control bg-surface text-ink enabled:hover:bg-sunken [a&]:hover:bg-sunken",
        danger: "bg-danger text-surface enabled:hover:opacity-90",
        plain: "px-2 text-quiet enabled:hover:text-ink [a&]:hover:text-ink",
      },
      width: { fit: "", full: "w-full" },
    },
    defaultVariants: { tone: "primary", width: "fit" },
  },
);

type Look = VariantProps<typeof look>;

const ignore = (event: MouseEvent) => event.preventDefault();

/**
 * `pending` shows a spinner and prevents a second click. The button stays enabled for the browser,
 * because a disabled button loses the focus.
 */
export function Button({
  tone,
  width,
  pending = false,
  className,
  children,
  ...props
}: ComponentProps<"button"> & Look & { pending?: boolean }) {
  return (
    <button
      type="button"
      {...props}
      onClick={pending ? ignore : props.onClick}
      aria-disabled={pending || undefined}
      aria-busy={pending}
      className={look({ tone, width, className })}
    >
      {pending && (
        <LoaderCircle aria-hidden className="size-4 animate-spin motion-reduce:animate-none" />
      )}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  tone,
  width,
  className,
  ...props
}: ComponentProps<typeof Link> & Look) {
  return <Link {...props} className={look({ tone, width, className })} />;
}
