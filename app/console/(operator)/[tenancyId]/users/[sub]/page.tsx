import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { MailboxProblemNotice } from "@/app/console/(operator)/[tenancyId]/challenges/mailbox-problem-notice";
import { ReportedPasskeyNotice } from "@/app/console/(operator)/[tenancyId]/passkeys/reported-notice";
import { UserState } from "@/app/console/(operator)/[tenancyId]/users/user-badges";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { listSearch, type SearchParams } from "@/lib/console/list-search";
import { readUserMailbox } from "@/lib/domain/history/sign-in-summary/find-sign-in-summary";
import { summarizeSignIn } from "@/lib/domain/history/sign-in-summary/summarize-sign-in";
import { listTimeline, timelineFilters } from "@/lib/domain/history/timeline-search/list-timeline";
import { findTimelineDays } from "@/lib/domain/history/timeline-search/scan-events";
import {
  findDisabledPasskeys,
  listPasskeyRecordsOf,
} from "@/lib/domain/passkey/find-passkey-record";
import { judgeRecords } from "@/lib/domain/passkey/policy/judge-records";
import { nameModels } from "@/lib/domain/passkey/policy/list-models";
import { findErasure } from "@/lib/domain/record/audit/shown-event";
import { findMistypedMailboxes } from "@/lib/domain/sign-in/challenge/read-mailbox";
import { findPendingDeletion } from "@/lib/domain/user/deletion/find-pending-deletion";
import { findUserProfile } from "@/lib/domain/user/find-user-profile";
import { nameOfUser } from "@/lib/domain/user/search/name-of-user";
import { DeletionNotice } from "./deletion-notice";
import { ErasedUser } from "./erased-user";
import { findLastCode } from "./find-last-code";
import { PasskeysCard } from "./passkeys-card";
import { ProfileCard } from "./profile-card";
import { SendCode } from "./send-code";
import { SignInCard } from "./sign-in-card";
import { headlineOf } from "./sign-in-words";
import { TimelineCard } from "./timeline-card";
import { UserActions } from "./user-actions";

export const metadata: Metadata = { title: "User" };

const entriesOnPage = 20;
const timelineSearch = listSearch({}, { show: z.enum(timelineFilters) });

interface Props {
  params: Promise<{ tenancyId: string; sub: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function UserPage({ params, searchParams }: Props) {
  const { tenancyId, sub } = await params;
  const ctx = await consoleContext(tenancyId, "user.read");
  const [user, passkeys, deletion] = await Promise.all([
    findUserProfile(ctx, sub),
    listPasskeyRecordsOf(ctx, sub)
      .then((records) => nameModels(ctx, records))
      .then((records) => judgeRecords(ctx, records)),
    findPendingDeletion(ctx, sub),
  ]);
  if (user === null) {
    const erasure = mayOffer(ctx, "audit.read") ? await findErasure(ctx, sub) : null;
    return erasure === null ? notFound() : <ErasedUser {...{ tenancyId, erasure }} />;
  }
  const { after, show } = timelineSearch.read(await searchParams);
  const filter = timelineFilters.find((known) => known === show);
  const { mailbox, mailboxState, mailboxProblem } = await readUserMailbox(ctx, user);
  const person = { sub, mailbox, passkeyIds: passkeys.map(({ id }) => id) };
  const [timeline, days, disabledPasskeys, summary, mistyped] = await Promise.all([
    listTimeline(ctx, person, { filter, before: after }, entriesOnPage),
    findTimelineDays(ctx),
    findDisabledPasskeys(ctx, passkeys),
    summarizeSignIn(ctx, { user, passkeys, mailbox, mailboxState, mailboxProblem }),
    mailbox === null ? [] : findMistypedMailboxes(ctx, { email: mailbox, rows: 3 }),
  ]);
  const lastCode = await findLastCode(ctx, { lastEmail: summary.lastEmail, mailboxState });
  const name = `${user.givenName} ${user.familyName}`.trim();
  const username = passkeys[0]?.passkey.credential.username ?? null;
  const title = nameOfUser({ ...user, name, username });
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
  const now = ctx.clock.now();
  const isSuspended = ctx.tenancy.suspendedAt !== null;
  const actions = (
    <UserActions
      {...{ tenancyId, sub, title, may }}
      disabled={user.disabled}
      onceEnabled={headlineOf({ ...summary, block: isSuspended ? "tenancy-suspended" : null }).text}
      passkeys={passkeys.length}
    />
  );
  return (
    <>
      <PageHeader
        title={title}
        badge={
          <UserState
            isDisabled={user.disabled !== null}
            disabledPasskeys={disabledPasskeys.length}
            passkeys={passkeys.length}
          />
        }
        description={user.email !== "" && name !== "" ? name : undefined}
        back={{ href: `${path}/users`, label: "Users" }}
        action={actions}
        hidesActionOnPhones
      />
      {passkeys.map(
        ({ passkey, reportedAt }) =>
          reportedAt !== undefined && (
            <ReportedPasskeyNotice
              key={passkey.id}
              passkeyId={passkey.id}
              mayDismiss={mayOffer(ctx, "passkey.enable")}
              {...{ tenancyId, reportedAt }}
            />
          ),
      )}
      {deletion !== null && (
        <DeletionNotice {...{ tenancyId, sub, title, deletion }} mayCancel={may.enable} />
      )}
      {mailbox !== null && (
        <MailboxProblemNotice
          email={mailbox}
          problem={mailboxProblem}
          mayResume={mayOffer(ctx, "email.retry")}
          {...{ tenancyId, now }}
        />
      )}
      <SignInCard
        user={{ disabled: user.disabled, disabledPasskeys, mailbox: mailboxState, mistyped }}
        may={{
          retryEmail: mayOffer(ctx, "email.retry"),
          readSettings: mayOffer(ctx, "settings.read"),
        }}
        place={{ tenancyId, sub, path, now }}
        {...{ summary }}
      >
        {lastCode !== null && (
          <SendCode
            tenancyId={tenancyId}
            challenge={lastCode}
            isBlocked={(mailboxProblem?.blockedUntil ?? null) !== null}
          />
        )}
      </SignInCard>
      {/* On phones, the answer comes before the actions. */}
      <div className="flex flex-wrap gap-2 empty:hidden sm:hidden">{actions}</div>
      <PasskeysCard
        {...{ tenancyId, passkeys, summary, now }}
        owner={title}
        may={{
          disable: mayOffer(ctx, "passkey.disable"),
          enable: mayOffer(ctx, "passkey.enable"),
        }}
      />
      <TimelineCard
        page={timeline}
        search={{ show: filter, after }}
        mayReadAudit={mayOffer(ctx, "audit.read")}
        {...{ summary, sub, path, days, now }}
      />
      <ProfileCard
        {...{ tenancyId, user, title }}
        mayChange={mayChange}
        hasPasskeys={passkeys.length > 0}
      />
    </>
  );
}
