import type { TenancyContext } from "@/lib/domain/base/context";
import { countEvents, findEvents } from "@/lib/domain/history/audit-search/find-events";
import {
  countTimeline,
  findTimeline,
  type TimelineSearch,
} from "@/lib/domain/history/timeline-search/find-timeline";
import { listTimeline } from "@/lib/domain/history/timeline-search/list-timeline";
import { findPasskeyRecord, listPasskeyRecordsOf } from "@/lib/domain/passkey/find-passkey-record";
import { countPasskeys, filterPasskeys } from "@/lib/domain/passkey/search/filter-passkeys";
import { PasskeyFilter } from "@/lib/domain/passkey/search/passkey-filter";
import {
  type ChallengeFilter,
  countChallenges,
  findChallenges,
} from "@/lib/domain/sign-in/challenge/find-challenges";
import { findUserProfile } from "@/lib/domain/user/find-user-profile";
import { countUsers, listUsers } from "@/lib/domain/user/search/list-users";
import { searchUsers } from "@/lib/domain/user/search/search-users";
import { suggestEmails } from "@/lib/domain/user/search/similar-address";
import { rare } from "@/testing/population";
import type { Contents } from "./console-pages";
import { commonReason, rareReason } from "./fill-sql";

const rows = 50;

/** The domain calls of the console's lists, with every filter and search. */
export function consoleLists(
  ctx: TenancyContext,
  { sub, passkeyId }: Contents,
): Record<string, () => Promise<unknown>> {
  const passkeys = (query: Record<string, string>) => () =>
    filterPasskeys(ctx, { filter: PasskeyFilter.parse(query), rows });
  const activity = (search: TimelineSearch) => () => findTimeline(ctx, search, rows);
  const emails = (filter: ChallengeFilter) => () => findChallenges(ctx, filter, rows);
  // Rare passkeys were last used when they were created, the others today.
  const today = new Date(ctx.clock.now()).toISOString().slice(0, 10);
  const person = { sub, mailbox: "person-19@example.com", passkeyIds: [passkeyId] };
  return {
    "users, newest": () => listUsers(ctx, { rows }),
    "users, half-way": () => listUsers(ctx, { after: sub, rows }),
    "users, by email": () => listUsers(ctx, { order: "email", rows }),
    "users, by email, half-way": () => listUsers(ctx, { order: "email", after: sub, rows }),
    "users, by last sign-in": () => listUsers(ctx, { order: "last-sign-in", rows }),
    "users, disabled (rare)": () => listUsers(ctx, { filter: { state: "disabled" }, rows }),
    "users, without a passkey": () => listUsers(ctx, { filter: { passkeys: "none" }, rows }),
    "users, total": () => countUsers(ctx, {}),
    "users, total without a passkey": () => countUsers(ctx, { passkeys: "none" }),
    "activity, total of a kind": () => countTimeline(ctx, { kind: "sign-in.refused" }),
    "email log, total accepted": () => countChallenges(ctx, { delivery: "accepted" }),
    "passkeys, total": () => countPasskeys(ctx, PasskeyFilter.parse({})),
    "audit log, total": () => countEvents(ctx, {}),
    "user search, prefix": () => searchUsers(ctx, { text: "person-17@", rows }),
    "user search, prefix of all": () => searchUsers(ctx, { text: "person-", rows }),
    "user search, half an email": () => searchUsers(ctx, { text: "son-171@", rows }),
    "user search, half a domain (all)": () => searchUsers(ctx, { text: "xample.c", rows }),
    "user search, part of many names": () => searchUsers(ctx, { text: "iven17", rows }),
    "user search, none": () => searchUsers(ctx, { text: "nobody", rows }),
    "user search, verified emails": () =>
      searchUsers(ctx, { text: "son-171@", filter: { email: "verified" }, rows }),
    "user suggestion": () => suggestEmails(ctx, { text: "persom-17@example.com", rows: 2 }),
    "user search, sub": () => searchUsers(ctx, { text: sub, rows }),
    "user search, start of a sub": () => searchUsers(ctx, { text: sub.slice(0, 16), rows }),
    "user page": async () => [
      await findUserProfile(ctx, sub),
      await listPasskeyRecordsOf(ctx, sub),
    ],
    "timeline of a user": () => listTimeline(ctx, person, {}, rows),
    "timeline of a user, sign-ins": () => listTimeline(ctx, person, { filter: "sign-ins" }, rows),
    activity: activity({}),
    "activity, a reason": activity({ reason: commonReason }),
    "activity, a rare reason": activity({ reason: rareReason }),
    "activity, a kind": activity({ kind: "sign-in.refused" }),
    "activity, a mailbox": activity({ who: person.mailbox }),
    "activity, part of an address": activity({ who: "son-171@" }),
    "activity, part of all addresses": activity({ who: "xample.c" }),
    "email log": emails({}),
    "email log, accepted": emails({ delivery: "accepted" }),
    "email log, refused (none)": emails({ delivery: "refused" }),
    "email log, an address": emails({ mailbox: "person-17@example.com" }),
    "email log, part of an address": emails({ mailbox: "son-17@" }),
    "passkeys, newest": passkeys({}),
    "passkeys, half-way": () =>
      filterPasskeys(ctx, { filter: PasskeyFilter.parse({}), after: passkeyId, rows }),
    "passkeys, enabled": passkeys({ state: "enabled" }),
    "passkeys, disabled (rare)": passkeys({ state: "disabled" }),
    "passkeys, a rare provider": passkeys({ provider: rare.aaguid }),
    "passkeys, a rare relying party": passkeys({ rpId: rare.rpId }),
    "passkeys, synced": passkeys({ synced: "yes" }),
    "passkeys, not synced (rare)": passkeys({ synced: "no" }),
    "passkeys, never used (rare)": passkeys({ use: "never" }),
    "passkeys, used before (rare)": passkeys({ usedBefore: today }),
    "passkeys, of a user": passkeys({ user: "user-17" }),
    "passkeys, by username": passkeys({ q: "person-" }),
    "passkeys, by username, none": passkeys({ q: "nobody" }),
    "passkeys, by half an email": passkeys({ q: "son-171@" }),
    "passkeys, by id": passkeys({ q: passkeyId }),
    "passkey page": async () => [
      await findPasskeyRecord(ctx, passkeyId),
      await findEvents(ctx, { target: passkeyId }, rows),
    ],
    "audit log": () => findEvents(ctx, {}, rows),
    "audit log, a rare family": () => findEvents(ctx, { about: "tenancy" }, rows),
    "audit log, one event": () => findEvents(ctx, { about: "tenancy.created" }, rows),
    "audit log, operators only": () => findEvents(ctx, { actorKind: "operator" }, rows),
    "audit log, operators only, total": () => countEvents(ctx, { actorKind: "operator" }),
    "audit log, a reason": () => findEvents(ctx, { reason: "lost" }, rows),
    "audit log, to half an email": () => findEvents(ctx, { target: "son-171@" }, rows),
    "audit log, by no operator": () => findEvents(ctx, { who: "nobody" }, rows),
  };
}
