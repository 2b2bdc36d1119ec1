import type { ReactNode } from "react";
import { Shell } from "@/app/console/shell";
import { requireOperator } from "@/lib/console/console-context";

export default async function StatusLayout({ children }: { children: ReactNode }) {
  return <Shell session={await requireOperator()}>{children}</Shell>;
}
