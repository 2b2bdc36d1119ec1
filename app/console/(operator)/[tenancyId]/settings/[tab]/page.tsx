import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BrandingTab } from "@/app/console/(operator)/[tenancyId]/settings/branding/branding-tab";
import { DangerTab } from "@/app/console/(operator)/[tenancyId]/settings/danger/danger-tab";
import { HostedPagesTab } from "@/app/console/(operator)/[tenancyId]/settings/hosted-pages/hosted-pages-tab";
import { LimitsTab } from "@/app/console/(operator)/[tenancyId]/settings/limits/limits-tab";
import { PasskeyPolicyTab } from "@/app/console/(operator)/[tenancyId]/settings/passkey-policy/passkey-policy-tab";
import type { SettingsTabProps } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { SignInTab } from "@/app/console/(operator)/[tenancyId]/settings/sign-in/sign-in-tab";
import { SitesTab } from "@/app/console/(operator)/[tenancyId]/settings/sites/sites-tab";
import { applicationContext } from "@/lib/console/application-context";

interface Props {
  params: Promise<{ tenancyId: string; tab: string }>;
}

interface Tab {
  title: string;
  Content: (props: SettingsTabProps) => Promise<React.ReactNode>;
}

// All tabs share a route, because each route adds its own bundle to the installed package.
const tabs = new Map<string, Tab>([
  ["sites", { title: "Sites", Content: SitesTab }],
  ["hosted-pages", { title: "Hosted pages", Content: HostedPagesTab }],
  ["sign-in", { title: "Sign-in settings", Content: SignInTab }],
  ["passkey-policy", { title: "Passkey policy", Content: PasskeyPolicyTab }],
  ["limits", { title: "Codes and limits", Content: LimitsTab }],
  ["branding", { title: "Branding", Content: BrandingTab }],
  ["danger", { title: "Danger zone", Content: DangerTab }],
]);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: tabs.get((await params).tab)?.title ?? "Settings" };
}

export default async function SettingsTabPage({ params }: Props) {
  const { tenancyId, tab: name } = await params;
  await applicationContext(tenancyId, "settings.read");
  const tab = tabs.get(name);
  if (tab === undefined) notFound();
  return <tab.Content params={params} />;
}
