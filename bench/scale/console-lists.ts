import { findEvents } from "@/lib/domain/audit/find-events";
import { listActivity } from "@/lib/domain/audit/list-activity";
import type { TenancyContext } from "@/lib/domain/context";
import { countPasskeys, filterPasskeys } from "@/lib/domain/passkey/filter-passkeys";
import { findPasskeyRecord, listPasskeyRecordsOf } from "@/lib/domain/passkey/find-passkey-record";
import { PasskeyFilter } from "@/lib/domain/passkey/passkey-filter";
import { countEntries } from "@/lib/domain/tenancy/count-entries";
import { findUserProfile } from "@/lib/domain/user/find-user-profile";
import { listUsers } from "@/lib/domain/user/list-users";
import { searchUsers } from "@/lib/domain/user/search-users";
import { rare } from "@/lib/testing/population";
import type { Contents } from "./console-pages";

const rows = 50;

/** The domain calls of the console's lists, with every filter and search. */
export function consoleLists(
  ctx: TenancyContext,
  { sub, passkeyId }: Contents,
): Record<string, () => Promise<unknown>> {
  const passkeys = (query: Record<string, string>) => () =>
    filterPasskeys(ctx, { filter: PasskeyFilter.parse(query), rows });
  return {
    "users, newest": () => listUsers(ctx, { rows }),
    "users, half-way": () => listUsers(ctx, { after: sub, rows }),
    "users, by email": () => listUsers(ctx, { order: "email", rows }),
    "users, by email, half-way": () => listUsers(ctx, { order: "email", after: sub, rows }),
    "users, total": () => countEntries(ctx, "user"),
    "passkeys, total": () => countPasskeys(ctx, PasskeyFilter.parse({})),
    "audit log, total": () => countEntries(ctx, "auditEvent"),
    "user search, one hit": () => searchUsers(ctx, { text: "person-17@", rows }),
    "user search, many hits": () => searchUsers(ctx, { text: "person-", rows }),
    "user search, none": () => searchUsers(ctx, { text: "nobody", rows }),
    "user search, sub": () => searchUsers(ctx, { text: sub, rows }),
    "user page": async () => [
      await findUserProfile(ctx, sub),
      await listPasskeyRecordsOf(ctx, sub),
      await listActivity(ctx, [sub, passkeyId]),
    ],
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
    "passkeys, used before (rare)": passkeys({ usedBefore: "2002-01-01" }),
    "passkeys, of a user": passkeys({ user: "user-17" }),
    "passkeys, by username": passkeys({ q: "person-" }),
    "passkeys, by username, none": passkeys({ q: "nobody" }),
    "passkeys, by id": passkeys({ q: passkeyId }),
    "passkey page": async () => [
      await findPasskeyRecord(ctx, passkeyId),
      await listActivity(ctx, [passkeyId]),
    ],
    "audit log": () => findEvents(ctx, {}, rows),
    "audit log, a rare family": () => findEvents(ctx, { family: "tenancy" }, rows),
  };
}
