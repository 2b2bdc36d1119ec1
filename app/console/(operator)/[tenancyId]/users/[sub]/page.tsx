import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ActivityCard } from "@/app/console/activity-card";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext } from "@/lib/console/console-context";
import { listActivity } from "@/lib/domain/audit/list-activity";
import { mayDo } from "@/lib/domain/operator/permission";
import { listPasskeyRecordsOf } from "@/lib/domain/passkey/find-passkey-record";
import { findUserProfile } from "@/lib/domain/user/find-user-profile";
import { titleOf } from "@/app/console/(operator)/[tenancyId]/users/users-table";
import { ChallengesCard } from "./challenges-card";
import { PasskeysCard } from "./passkeys-card";
import { ProfileCard } from "./profile-card";
import { UserActs } from "./user-acts";

export const metadata: Metadata = { title: "User" };

export default async function UserPage({ params }: { params: Promise<{ tenancyId: string; sub: string }> }) {
  const { tenancyId, sub } = await params;
  const ctx = await consoleContext(tenancyId, "user.read");
  const user = await findUserProfile(ctx, sub);
  if (user === null) notFound();
  const passkeys = await listPasskeyRecordsOf(ctx, sub);
  const activity = await listActivity(ctx, [sub, ...passkeys.map(({ passkey }) => passkey.id)]);
  const name = `${user.givenName} ${user.familyName}`.trim();
  const title = titleOf({ ...user, name });
  const may = { change: mayDo(ctx.role, "user.change"), disable: mayDo(ctx.role, "user.disable"), erase: mayDo(ctx.role, "user.erase"), export: mayDo(ctx.role, "user.export") };
  const path = `/console/${tenancyId}`;
  return (
    <>
      <PageHeader
        title={title}
        description={user.email !== "" && name !== "" ? name : undefined}
        back={{ href: `${path}/users`, label: "Users" }}
        action={<UserActs {...{ tenancyId, sub, title, may }} isDisabled={user.disabledAt !== null} passkeys={passkeys.length} />}
      />
      <ProfileCard tenancyId={tenancyId} user={user} mayChange={may.change} hasPasskeys={passkeys.length > 0} />
      <PasskeysCard passkeys={passkeys} path={`${path}/passkeys`} />
      <ChallengesCard challenges={user.challenges} path={`${path}/challenges`} />
      <ActivityCard activity={activity} />
    </>
  );
}
