import Link from "next/link";
import { ButtonLink } from "@/components/ui/button";

/** The mark of app/icon.svg in the theme's colors. */
function Mark() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className="size-7">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g
        fill="none"
        className="stroke-on-accent"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <circle cx="11.5" cy="20.5" r="4.5" />
        <path d="M14.8 17.2 24 8m-4.4 4.4 3.6 3.6" />
      </g>
    </svg>
  );
}

const plain = "rounded-sm py-3 text-quiet hover:text-ink";

/** `hasDemo` is true in local mode only. Phones have no room for the link; the hero has one. */
export function TopBar({ hasDemo = false }: { hasDemo?: boolean }) {
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-5 sm:px-8">
        <p className="flex items-center gap-2.5 font-semibold tracking-tight">
          <Mark />
          Keystead
        </p>
        <nav aria-label="Main" className="flex items-center gap-5 text-sm sm:gap-7">
          <Link href="/docs" className={plain}>
            Docs
          </Link>
          <Link href="/docs/api" className={plain}>
            API<span className="max-sm:hidden"> reference</span>
          </Link>
          {hasDemo && (
            <Link href="/demo" prefetch={false} className={`${plain} max-sm:hidden`}>
              Demo
            </Link>
          )}
          <ButtonLink href="/console" tone="secondary">
            Console
          </ButtonLink>
        </nav>
      </div>
    </header>
  );
}
