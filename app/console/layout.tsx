import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  title: { default: "Console · Keystead", template: "%s · Keystead" },
  robots: { index: false, follow: false },
  referrer: "same-origin",
};

export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return children;
}
