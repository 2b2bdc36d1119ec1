import type { ReactNode } from "react";
import { SettingsDescription } from "@/app/console/(operator)/[tenancyId]/settings/settings-description";
import { settingsTabs } from "@/app/console/navigation";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tab-links";
import { applicationContext } from "@/lib/console/application-context";
import { mayDo } from "@/lib/domain/base/permission";

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
        description={<SettingsDescription tenancyName={tenancy.name} />}
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
