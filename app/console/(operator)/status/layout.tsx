import type { ReactNode } from "react";
import { Shell } from "@/app/console/shell";
import { requireOperator } from "@/lib/console/console-context";
import { findKeptTenancy } from "@/lib/console/find-kept-tenancy";

export default async function StatusLayout({ children }: { children: ReactNode }) {
  const session = await requireOperator();
  return (
    <Shell session={session} kept={await findKeptTenancy(session)}>
      {children}
    </Shell>
  );
}
