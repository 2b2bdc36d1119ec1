import { MailCheck } from "lucide-react";
import type { Metadata } from "next";
import { AlarmList } from "@/app/console/(operator)/[tenancyId]/overview/alarm-list";
import { ListPage } from "@/components/console/list-page";
import { consoleContext } from "@/lib/console/console-context";
import { hrefOf, type SearchParams } from "@/lib/console/list-search";
import { findAlarms } from "@/lib/domain/alarm/find-alarms";
import { findChallenges } from "@/lib/domain/challenge/find-challenges";
import { readMailbox } from "@/lib/domain/challenge/read-mailbox";
import { countEntries } from "@/lib/domain/tenancy/count-entries";
import { parseEmail } from "@/lib/domain/user/email";
import { EmailLogFilters } from "./email-log-filters";
import { emailLog, toChallengeFilter } from "./email-log-search";
import { EmailLogTable } from "./email-log-table";
import { RequestedRange } from "./requested-range";
import { MailboxNotice } from "./mailbox-notice";

export const metadata: Metadata = { title: "Email log" };

const rows = 50;

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function EmailLogPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "challenge.read");
  const search = emailLog.read(await searchParams);
  const isFiltered = emailLog.isFiltered(search);
  const address = search.mailbox === undefined ? null : parseEmail(search.mailbox);
  const [{ challenges, next, lookedBackTo }, alarms, count, mailbox] = await Promise.all([
    findChallenges(ctx, toChallengeFilter(search), rows),
    findAlarms(ctx),
    isFiltered ? undefined : countEntries(ctx, "challenge"),
    address === null ? null : readMailbox(ctx, address.normalized),
  ]);
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
          <AlarmList
            tenancyId={ctx.tenancy.id}
            alarms={alarms.filter(({ kind }) => kind !== "failure-rate")}
            nowMs={now}
          />
          <RequestedRange search={search} />
          {mailbox !== null && (
            <MailboxNotice tenancyId={ctx.tenancy.id} mailbox={mailbox} now={now} />
          )}
        </>
      }
      filters={<EmailLogFilters path={path} search={search} />}
      path={path}
      isFiltered={isFiltered}
      isEmpty={challenges.length === 0}
      total={count === undefined ? undefined : { count, one: "code", many: "codes" }}
      nothingYet={{
        icon: MailCheck,
        title: "No code was requested yet",
        text:
          "Your backend requests one with POST challenges, and users request one on the hosted " +
          "pages. It is listed here until a day after it expires.",
      }}
      noMatch={{
        title:
          search.mailbox === undefined
            ? "No code matches these filters"
            : `No code was sent to “${search.mailbox}”`,
        text:
          "Entries are deleted a day after the code expires. Check the spelling of the address " +
          "with the user.",
        showAll: "Show all codes",
      }}
      searchedBackTo={lookedBackTo}
      first={search.after === undefined ? null : hrefOf(path, { ...search, after: undefined })}
      next={next === null ? null : hrefOf(path, { ...search, after: next })}
    >
      <EmailLogTable path={path} challenges={challenges} now={now} />
    </ListPage>
  );
}
