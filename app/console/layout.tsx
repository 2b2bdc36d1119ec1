import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { themeCookie, toTheme } from "@/lib/contract/theme";

export const metadata: Metadata = {
  title: { default: "Console · Keystead", template: "%s · Keystead" },
  robots: { index: false, follow: false },
  referrer: "same-origin",
};

/** Applies the operator's theme. Reading the cookie here keeps all other pages static. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const theme = toTheme((await cookies()).get(themeCookie)?.value);
  return (
    <div data-theme={theme} className="contents">
      {children}
    </div>
  );
}
