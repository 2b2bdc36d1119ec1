import { DeleteCard } from "@/app/console/(operator)/[tenancyId]/settings/danger/delete-card";
import { SuspendCard } from "@/app/console/(operator)/[tenancyId]/settings/danger/suspend-card";
import type { SettingsTabProps } from "@/app/console/(operator)/[tenancyId]/settings/settings-context";
import { exactUpTo } from "@/components/console/total-words";
import { applicationContext } from "@/lib/console/application-context";
import { countContents } from "@/lib/domain/admin/tenancy/delete-tenancy";

const show = (count: number) =>
  count > exactUpTo ? `more than ${exactUpTo.toLocaleString("en")}` : count.toLocaleString("en");

export async function DangerTab({ params }: SettingsTabProps) {
  const ctx = await applicationContext((await params).tenancyId, "tenancy.suspend");
  const { id, name, suspendedAt } = ctx.tenancy;
  const { users, passkeys, challenges, apiKeys, people } = await countContents(ctx);
  const losses = [
    { label: "Users", count: show(users) },
    { label: "Passkeys", count: show(passkeys) },
    { label: "API keys", count: show(apiKeys) },
    { label: "Emailed codes", count: show(challenges) },
    { label: "Members", count: show(people) },
  ];
  return (
    <>
      <SuspendCard tenancyId={id} name={name} suspendedAt={suspendedAt?.getTime() ?? null} />
      <DeleteCard tenancyId={id} name={name} losses={losses} />
    </>
  );
}
