import type { IdKind } from "@/lib/domain/admin/tenancy/find-by-id";
import { nameOfUser } from "@/lib/domain/user/search/name-of-user";
import type { NamedUser } from "@/lib/domain/user/search/search-users";
import { type PageActionKey, wordsOf } from "./page-action";
import type { PaletteIcon, PaletteItem } from "./palette-item";
import type { Found } from "./use-found";

// Below a label that starts with the text, and above letters that are spread over a label.
export const userScore = 0.85;
const userActionScore = 0.845;
const allUsersScore = 0.84;
const suggestionScore = 0.83;
const mailboxScore = 0.5;
const erasedScore = 0.4;
const copyScore = 0.05;
const elsewhereScore = 0.04;

/** Tenancies in which the same search is offered. */
const mostTenancies = 5;

const passkeysIn = (count: number, state: string) =>
  count === 0
    ? []
    : [
        {
          label: `${count === 1 ? "1 passkey" : `${count} passkeys`} ${state}`,
          tone: "warning" as const,
        },
      ];

/** What may explain why a user can't sign in. */
const badgesOf = (user: NamedUser): NonNullable<PaletteItem["badges"]> => [
  ...(user.isDisabled ? [{ label: "Disabled", tone: "bad" as const }] : []),
  ...(user.email !== "" && !user.emailVerified
    ? [{ label: "Email not verified", tone: "neutral" as const }]
    : []),
  ...(user.passkeys === 0 ? [{ label: "No passkey", tone: "neutral" as const }] : []),
  ...passkeysIn(user.disabledPasskeys, "disabled"),
  ...passkeysIn(user.quarantinedPasskeys, "quarantined"),
];

/** Returns the item that opens a user. Its id holds no personal data. */
export function userItem(
  tenancyId: string,
  user: NamedUser,
  group: "Users" | "Recent",
): PaletteItem {
  const href = `/console/${tenancyId}/users/${user.sub}`;
  const label = nameOfUser(user);
  return {
    id: href,
    group,
    label,
    hint: user.name === label ? "" : user.name,
    badges: badgesOf(user),
    icon: "user",
    score: userScore,
    target: { href },
  };
}

const usersHref = (tenancyId: string, text: string) =>
  `/console/${tenancyId}/users?q=${encodeURIComponent(text)}`;

const mailboxHref = (tenancyId: string, page: "activity" | "challenges", mailbox: string) =>
  `/console/${tenancyId}/${page}?mailbox=${encodeURIComponent(mailbox)}`;

/** Actions of a user's page that the search starts from anywhere. */
const userActions = ["user.disable", "user.export", "user.erase"] as const;

/**
 * Returns what the operator may do with the only match. Actions open the user's page and start there,
 * with the page's dialog. Enabling has none, so that the operator first reads who disabled the user.
 * @param allowed the actions that role and session allow
 */
function userActionItems(
  tenancyId: string,
  { users, codesOf }: Found,
  allowed: ReadonlySet<PageActionKey>,
): PaletteItem[] {
  const [user, ...others] = users;
  if (user === undefined || others.length > 0) return [];
  const ofUser = { group: "This user", hint: nameOfUser(user), score: userActionScore } as const;
  const page = (label: string, icon: "activity" | "challenges", mailbox: string) => ({
    ...ofUser,
    id: `${icon}:${user.sub}`,
    label,
    icon,
    target: { href: mailboxHref(tenancyId, icon, mailbox) },
  });
  const actions = userActions.filter(
    (key) => allowed.has(key) && !(key === "user.disable" && user.isDisabled),
  );
  return [
    page("Activity of this user", "activity", user.sub),
    ...(codesOf === null ? [] : [page("Emails to this user", "challenges", codesOf)]),
    ...actions.map((key): PaletteItem => {
      const { label, isCareful = false } = wordsOf(key);
      return {
        ...ofUser,
        id: `${key}:${user.sub}`,
        label,
        ...(isCareful ? { caution: "changes" } : {}),
        icon: "act",
        target: { href: `/console/${tenancyId}/users/${user.sub}`, starts: key },
      };
    }),
  ];
}

/** Returns the item that lists all matches, if the palette shows only some of them. */
function allUsersItems(tenancyId: string, { text, users, matches }: Found): PaletteItem[] {
  if (matches.users <= users.length) return [];
  return [
    {
      id: "all-users",
      group: "Users",
      label: matches.hasMore
        ? `Show the first ${matches.users} matches in Users`
        : `Show all ${matches.users} matches in Users`,
      score: allUsersScore,
      icon: "users",
      target: { href: usersHref(tenancyId, text) },
    },
  ];
}

const suggestionItems = (tenancyId: string, { suggestions }: Found): PaletteItem[] =>
  suggestions.map((email) => ({
    id: `suggestion:${email}`,
    group: "Did you mean",
    label: email,
    score: suggestionScore,
    icon: "user",
    target: { href: usersHref(tenancyId, email) },
  }));

interface Place {
  label: string;
  icon: PaletteIcon;
  path: (id: string) => string;
}

const places: Record<IdKind, Place> = {
  passkey: { label: "Passkey", icon: "passkeys", path: (id) => `passkeys/${id}` },
  challenge: { label: "Email", icon: "challenges", path: (id) => `challenges/${id}` },
  "api-key": { label: "API key", icon: "api-keys", path: (id) => `api-keys#key-${id}` },
  "audit-event": { label: "Audit event", icon: "audit", path: (id) => `audit/${id}` },
};

const requestId = /^[0-9a-f]{32}$/;

function placeItems(tenancyId: string, { id, kinds }: Found): PaletteItem[] {
  return kinds.map((kind) => {
    const { label, icon, path } = places[kind];
    return {
      id: `${kind}:${id}`,
      group: "Matching id",
      label,
      hint: id,
      score: 1,
      icon,
      target: { href: `/console/${tenancyId}/${path(id)}` },
    };
  });
}

/** Returns an item for the activity of a request, if the text looks like a generated request id. */
function requestItems(tenancyId: string, typed: string): PaletteItem[] {
  const id = typed.trim().toLowerCase();
  if (!requestId.test(id)) return [];
  return [
    {
      id: `request:${id}`,
      group: "Matching id",
      label: "Activity of this request",
      hint: id,
      score: 1,
      icon: "activity",
      target: { href: `/console/${tenancyId}/activity?request=${id}` },
    },
  ];
}

/** Returns the item that copies the id of the only match. Several would hide the matches. */
function copyItems({ users }: Found): PaletteItem[] {
  const [user, ...others] = users;
  if (user === undefined || others.length > 0) return [];
  return [
    {
      id: `copy:${user.sub}`,
      group: "Copy",
      label: `Copy Keystead id of ${nameOfUser(user)}`,
      hint: user.sub,
      score: copyScore,
      icon: "copy",
      target: { copy: user.sub },
    },
  ];
}

type Searched = Found & { isSearching: boolean };

const mailboxPages = [
  ["challenges", "Email log", "hasCodes"],
  ["activity", "Activity", "hasEvents"],
] as const;

/**
 * Returns the items that lead to what is known about mailboxes that contain the text and belong to
 * none of the users. They wait for the users, who come first.
 */
function mailboxItems(tenancyId: string, { mailboxes, isSearching }: Searched): PaletteItem[] {
  if (isSearching) return [];
  return mailboxes.flatMap((mailbox) =>
    mailboxPages
      .filter(([, , trace]) => mailbox[trace])
      .map(([page, label]) => ({
        id: `mailbox:${page}:${mailbox.email}`,
        group: "Mailbox" as const,
        label: `${label}: ${mailbox.email}`,
        score: mailboxScore,
        icon: page,
        target: { href: mailboxHref(tenancyId, page, mailbox.email) },
      })),
  );
}

/** Returns the item that lists erased users, if the text is an address that no user has. */
function erasedItems(
  tenancyId: string,
  { text, mayBeErased, isSearching }: Searched,
): PaletteItem[] {
  if (isSearching || !mayBeErased || !text.includes("@")) return [];
  return [
    {
      id: "erased-users",
      group: "No user has this address",
      label: "If the user was erased: show erased users",
      score: erasedScore,
      icon: "audit",
      target: { href: `/console/${tenancyId}/audit?about=user.erased` },
    },
  ];
}

/** Returns the items that search for the text in other tenancies. */
export function elsewhereItems(
  text: string,
  tenancies: readonly { id: string; name: string }[],
): PaletteItem[] {
  return tenancies.slice(0, mostTenancies).map(({ id, name }) => ({
    id: `elsewhere:${id}`,
    group: "Other tenancies",
    label: `Search “${text}” in ${name}`,
    score: elsewhereScore,
    caution: "leaves",
    icon: "tenancies",
    target: { href: usersHref(id, text) },
  }));
}

/** Whether the tenancy has nothing under the text. */
export const foundNothing = ({
  users,
  suggestions,
  kinds,
  mailboxes,
  isSearching,
}: Searched): boolean =>
  !isSearching && users.length + suggestions.length + kinds.length + mailboxes.length === 0;

/** Returns the items for what the tenancy has under the typed text. */
export function foundItems(
  { tenancyId, allowed }: { tenancyId: string; allowed: ReadonlySet<PageActionKey> },
  typed: string,
  found: Searched,
): PaletteItem[] {
  return [
    ...requestItems(tenancyId, typed),
    ...placeItems(tenancyId, found),
    ...found.users.map((user) => userItem(tenancyId, user, "Users")),
    ...userActionItems(tenancyId, found, allowed),
    ...copyItems(found),
    ...allUsersItems(tenancyId, found),
    ...suggestionItems(tenancyId, found),
    ...mailboxItems(tenancyId, found),
    ...erasedItems(tenancyId, found),
  ];
}
