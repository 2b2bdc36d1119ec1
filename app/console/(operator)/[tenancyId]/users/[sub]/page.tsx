import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ActivityCard } from "@/app/console/activity-card";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { listActivity } from "@/lib/domain/audit/list-activity";
import { listPasskeyRecordsOf } from "@/lib/domain/passkey/find-passkey-record";
import { findUserProfile } from "@/lib/domain/user/find-user-profile";
import { titleOf } from "@/app/console/(operator)/[tenancyId]/users/users-table";
import { ChallengesCard } from "./challenges-card";
import { PasskeysCard } from "./passkeys-card";
import { ProfileCard } from "./profile-card";
import { UserActions } from "./user-actions";

export const metadata: Metadata = { title: "User" };

export default async function UserPage({
  params,
}: {
  params: Promise<{ tenancyId: string; sub: string }>;
}) {
  const { tenancyId, sub } = await params;
  const ctx = await consoleContext(tenancyId, "user.read");
  const user = await findUserProfile(ctx, sub);
  if (user === null) notFound();
  const passkeys = await listPasskeyRecordsOf(ctx, sub);
  const activity = await listActivity(ctx, [sub, ...passkeys.map(({ passkey }) => passkey.id)]);
  const name = `${user.givenName} ${user.familyName}`.trim();
  const title = titleOf({ ...user, name });
  const may = {
    disable: mayOffer(ctx, "user.disable"),
    enable: mayOffer(ctx, "user.enable"),
    erase: mayOffer(ctx, "user.erase"),
    export: mayOffer(ctx, "user.export"),
  };
  const mayChange = {
    names: mayOffer(ctx, "user.rename"),
    email: mayOffer(ctx, "user.change-email"),
  };
  const path = `/console/${tenancyId}`;
  return (
    <>
      <PageHeader
        title={title}
        description={user.email !== "" && name !== "" ? name : undefined}
        back={{ href: `${path}/users`, label: "Users" }}
        action={
          <UserActions
            {...{ tenancyId, sub, title, may }}
            isDisabled={user.disabledAt !== null}
            passkeys={passkeys.length}
          />
        }
      />
      <ProfileCard
        tenancyId={tenancyId}
        user={user}
        mayChange={mayChange}
        hasPasskeys={passkeys.length > 0}
      />
      <PasskeysCard passkeys={passkeys} path={`${path}/passkeys`} now={ctx.clock.now()} />
      <ChallengesCard challenges={user.challenges} path={`${path}/challenges`} />
      <ActivityCard activity={activity} />
    </>
  );
}
