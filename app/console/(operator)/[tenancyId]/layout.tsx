import type { ReactNode } from "react";
import { KeepTenancy } from "@/app/console/keep-tenancy";
import { ViewerProvider } from "@/app/console/link";
import { Shell } from "@/app/console/shell";
import { admitOperator, requireOperator } from "@/lib/console/console-context";

interface Props {
  params: Promise<{ tenancyId: string }>;
  children: ReactNode;
}

/**
 * Renders the sidebar. Each page checks its own permission, and is the 404 of a tenancy in which the
 * operator has no role. The sidebar around it then names no tenancy.
 */
export default async function TenancyLayout({ params, children }: Props) {
  const session = await requireOperator();
  const ctx = await admitOperator(session, (await params).tenancyId, "overview.read");
  if (ctx === null) return <Shell session={session}>{children}</Shell>;
  const { tenancy, role, strength } = ctx;
  return (
    <Shell session={session} tenancy={tenancy}>
      <ViewerProvider
        viewer={{ tenancyId: tenancy.id, role, strength, isSystem: tenancy.isSystem }}
      >
        {!tenancy.isSystem && <KeepTenancy tenancyId={tenancy.id} />}
        {children}
      </ViewerProvider>
    </Shell>
  );
}
