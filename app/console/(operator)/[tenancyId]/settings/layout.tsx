import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tab-links";
import { applicationContext } from "@/lib/console/application-context";
import { mayOffer } from "@/lib/console/console-context";
import { mayDo } from "@/lib/domain/operator/permission";

interface Props {
  params: Promise<{ tenancyId: string }>;
  children: ReactNode;
}

/** Renders the tabs. Each page checks its own permission. */
export default async function SettingsLayout({ params, children }: Props) {
  const ctx = await applicationContext((await params).tenancyId, "settings.read");
  const { tenancy } = ctx;
  const at = `/console/${tenancy.id}/settings`;
  const tabs = [
    { href: at, label: "General" },
    { href: `${at}/sites`, label: "Sites" },
    { href: `${at}/sign-in`, label: "Sign-in" },
    { href: `${at}/limits`, label: "Codes and limits" },
    { href: `${at}/branding`, label: "Branding" },
    ...(mayOffer(ctx, "tenancy.suspend") ? [{ href: `${at}/danger`, label: "Danger zone" }] : []),
  ];
  return (
    <>
      <PageHeader
        title="Settings"
        description={`Settings of ${tenancy.name}. Changes take effect immediately.`}
      />
      <TabLinks label="Settings" tabs={tabs} />
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
