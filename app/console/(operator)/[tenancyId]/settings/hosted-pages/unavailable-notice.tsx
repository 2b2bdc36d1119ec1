import { docsSections } from "@/app/console/docs-sections";
import { Link } from "@/app/console/link";
import { settingsCardId, settingsCards } from "@/app/console/palette/settings-cards";
import { Notice } from "@/components/ui/notice";
import type { HostedPages, HostedPagesSetting } from "@/lib/domain/base/tenancy/hosted-pages";

interface Props {
  tenancyId: string;
  isOn: boolean;
  found: HostedPages & { available: false };
}

const cards = { environment: "Tenancy", allowedOrigins: "Domain and origins" } as const;

/** Where an operator changes the setting, or reads how to change the variable. */
function placeOf(tenancyId: string, setting: HostedPagesSetting): { href: string; label: string } {
  if (setting === "BASE_URL") return docsSections.variables;
  const title = cards[setting];
  const path = `/console/${tenancyId}/settings${settingsCards[title].tab}`;
  return { href: `${path}#${settingsCardId(title)}`, label: `Open Settings: ${title}` };
}

/** Says why hosted pages can’t work, and leads to the setting that changes it. */
export function UnavailableNotice({ tenancyId, isOn, found }: Props) {
  const { reason, setting } = found;
  const place = setting && placeOf(tenancyId, setting);
  return (
    <Notice
      tone={isOn ? "warning" : "info"}
      title={
        isOn
          ? "Hosted pages don’t work with the current settings"
          : "You can’t enable hosted pages with the current settings"
      }
    >
      <p className="break-words">{reason}</p>
      {place && (
        <Link
          href={place.href}
          className="inline-flex min-h-8 items-center font-medium underline underline-offset-2"
        >
          {place.label}
        </Link>
      )}
    </Notice>
  );
}
