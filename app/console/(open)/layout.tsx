import type { ReactNode } from "react";
import { Mark } from "@/components/ui/mark";

/** Layout of the pages that need no session. */
export default function OpenLayout({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col gap-8 px-5 py-12 sm:py-20">
      <p className="flex items-center gap-2 text-sm font-semibold">
        <Mark className="size-8" />
        Keystead console
      </p>
      {children}
    </main>
  );
}
