import Link from "next/link";
import { ButtonLink } from "@/components/ui/button";
import { Mark } from "@/components/ui/mark";

const plain = "rounded-sm py-3 text-quiet hover:text-ink";

/** `hasDemo` is true in local mode only. Narrow phones show the mark without the name. */
export function TopBar({ hasDemo = false }: { hasDemo?: boolean }) {
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-5 sm:px-8">
        <p className="flex items-center gap-2.5 font-semibold tracking-tight">
          <Mark />
          <span className="max-[24rem]:sr-only">Keystead</span>
        </p>
        <nav aria-label="Main" className="flex items-center gap-3.5 text-sm sm:gap-7">
          <Link href="/docs" className={plain}>
            Docs
          </Link>
          <Link href="/docs/api" className={plain}>
            API<span className="max-sm:hidden"> reference</span>
          </Link>
          {hasDemo && (
            <Link href="/demo" prefetch={false} className={plain}>
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
