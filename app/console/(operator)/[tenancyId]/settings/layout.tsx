import type { ReactNode } from "react";
import { settingsTabs } from "@/app/console/navigation";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tab-links";
import { applicationContext } from "@/lib/console/application-context";
import { mayDo } from "@/lib/domain/operator/permission";

interface Props {
  params: Promise<{ tenancyId: string }>;
  children: ReactNode;
}

/** Renders the tabs. Each page checks its own permission. */
export default async function SettingsLayout({ params, children }: Props) {
  const ctx = await applicationContext((await params).tenancyId, "settings.read");
  const { tenancy } = ctx;
  return (
    <>
      <PageHeader
        title="Settings"
        description={`Settings of ${tenancy.name}. Each card is saved on its own. Saved changes take effect immediately.`}
      />
      <TabLinks label="Settings" tabs={settingsTabs(tenancy.id, ctx)} />
      {!mayDo(ctx.role, "settings.appearance") && (
        <Notice
          tone="info"
          title="You can view these settings. An owner or admin can change them."
        />
      )}
      {children}
    </>
  );
}
