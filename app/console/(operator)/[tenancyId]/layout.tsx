import type { ReactNode } from "react";
import { notFound } from "next/navigation";
import { Shell } from "@/app/console/shell";
import { admitOperator, requireOperator } from "@/lib/console/console-context";

interface Props {
  params: Promise<{ tenancyId: string }>;
  children: ReactNode;
}

/** Renders the sidebar. Each page checks its own permission. */
export default async function TenancyLayout({ params, children }: Props) {
  const session = await requireOperator();
  const ctx = await admitOperator(session, (await params).tenancyId, "overview.read");
  if (ctx === null) notFound();
  return (
    <Shell session={session} tenancy={ctx.tenancy}>
      {children}
    </Shell>
  );
}
