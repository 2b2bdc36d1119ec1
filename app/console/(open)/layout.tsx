import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";

/** Layout of the pages that need no session. */
export default function OpenLayout({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col gap-8 px-5 py-12 sm:py-20">
      <p className="flex items-center gap-2 text-sm font-semibold">
        <span className="grid size-8 place-items-center rounded-lg bg-accent text-on-accent">
          <KeyRound aria-hidden className="size-4" />
        </span>
        Keystead console
      </p>
      {children}
    </main>
  );
}
