import { MailCheck } from "lucide-react";
import type { Metadata } from "next";
import { AlarmList } from "@/app/console/(operator)/[tenancyId]/overview/alarm-list";
import { ListPage } from "@/components/console/list-page";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { listPages } from "@/lib/console/list-pages";
import type { SearchParams } from "@/lib/console/list-search";
import { concernsEmail } from "@/lib/domain/history/alarm/alarm";
import { findAlarms } from "@/lib/domain/history/alarm/read-alarms";
import { findNamedMailbox } from "@/lib/domain/history/timeline-search/find-parties";
import { countChallenges, findChallenges } from "@/lib/domain/sign-in/challenge/find-challenges";
import { readMailboxStates } from "@/lib/domain/sign-in/challenge/mailbox-state";
import { findSimilarMailboxes, readMailbox } from "@/lib/domain/sign-in/challenge/read-mailbox";
import { EmailLogFilters } from "./email-log-filters";
import { emailLog, timesOf, toChallengeFilter } from "./email-log-search";
import { EmailLogTable } from "./email-log-table";
import { MailboxNotice } from "./mailbox-notice";
import { MailboxProblemNotice } from "./mailbox-problem-notice";
import { RetentionNote } from "./retention-note";
import { SimilarMailboxes } from "./similar-mailboxes";

export const metadata: Metadata = { title: "Email log" };

const rows = 50;
/** With so few codes, the user may have requested others for a mistyped address. */
const fewCodes = 2;

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function EmailLogPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "challenge.read");
  const query = await searchParams;
  const search = emailLog.read(query);
  const filter = toChallengeFilter(search);
  const [{ entries: challenges, next, stoppedAt }, { alarms }, counted] = await Promise.all([
    findChallenges(ctx, filter, rows),
    findAlarms(ctx),
    search.mailbox === undefined ? countChallenges(ctx, filter) : undefined,
  ]);
  const isComplete = search.after === undefined && next === null;
  const total = isComplete ? { count: challenges.length } : counted;
  const emailsOf = challenges.map(({ emailNormalized }) => emailNormalized);
  const emails = [...new Set(emailsOf)];
  const [limitsOf, named] = await Promise.all([
    readMailboxStates(ctx, emails),
    search.mailbox === undefined ? null : findNamedMailbox(ctx, search.mailbox, emails),
  ]);
  const mailbox = named === null ? null : await readMailbox(ctx, named);
  const codesOfNamed = emailsOf.filter((email) => email === named).length;
  const similar =
    named === null || search.after !== undefined || codesOfNamed > fewCodes
      ? []
      : await findSimilarMailboxes(ctx, { text: named, rows: 3, ...timesOf(search) });
  const path = `/console/${ctx.tenancy.id}/challenges`;
  const now = ctx.clock.now();
  return (
    <ListPage
      title="Email log"
      description={
        "Codes that were requested, and whether their emails were delivered. Entries are deleted " +
        "a day after the code expires. The console never shows a code."
      }
      notice={
        <>
          <AlarmList tenancyId={ctx.tenancy.id} alarms={alarms.filter(concernsEmail)} nowMs={now} />
          <RetentionNote search={search} />
        </>
      }
      filters={<EmailLogFilters path={path} search={search} />}
      // Below the filters, which stay in place while the reader types.
      summary={
        <>
          {named !== null && (
            <SimilarMailboxes {...{ path, search, similar }} address={named} codes={codesOfNamed} />
          )}
          {mailbox !== null && (
            <MailboxProblemNotice
              tenancyId={ctx.tenancy.id}
              email={mailbox.email}
              problem={mailbox.problem}
              mayResume={mayOffer(ctx, "email.retry")}
              now={now}
            />
          )}
          {mailbox !== null && (
            <MailboxNotice tenancyId={ctx.tenancy.id} mailbox={mailbox} now={now} />
          )}
        </>
      }
      path={path}
      isFiltered={emailLog.isFiltered(search)}
      isEmpty={challenges.length === 0}
      total={total && { ...total, one: "code", many: "codes" }}
      nothingYet={{
        icon: MailCheck,
        title: "No code was requested yet",
        text:
          "Codes appear here when your application requests them, and stay until a day after they " +
          "expire.",
      }}
      noMatch={{
        title:
          search.mailbox === undefined
            ? "No code matches these filters"
            : `No code was sent to “${search.mailbox}”`,
        text:
          search.mailbox === undefined || mailbox !== null
            ? "Entries are deleted a day after the code expires."
            : "Entries are deleted a day after the code expires. Check the spelling of the address " +
              "with the user.",
        showAll: "Show all codes",
      }}
      stoppedAt={stoppedAt}
      pages={listPages(query, { path, search, next, shown: challenges.length })}
    >
      <EmailLogTable {...{ path, challenges, limitsOf, text: search.mailbox, now }} />
    </ListPage>
  );
}
