import type { IdKind } from "@/lib/domain/tenancy/find-by-id";
import type { NamedUser } from "@/lib/domain/user/name-users";
import type { PaletteItem } from "./palette-item";
import type { Found } from "./use-found";

// Below a label that starts with the text, and above letters that are spread over a label.
const userScore = 0.85;
const copyScore = 0.05;

/** Returns the item that opens a user. Its id holds no personal data. */
export function userItem(
  tenancyId: string,
  user: NamedUser,
  group: "Users" | "Recent",
): PaletteItem {
  const { sub, email, name, userId } = user;
  const href = `/console/${tenancyId}/users/${sub}`;
  const label = email || (userId ?? sub);
  return { id: href, group, label, hint: name, icon: "user", score: userScore, target: { href } };
}

const places: Record<IdKind, { label: string; path: (id: string) => string }> = {
  passkey: { label: "Passkey", path: (id) => `passkeys/${id}` },
  challenge: { label: "Email", path: (id) => `challenges/${id}` },
  "api-key": { label: "API key", path: (id) => `api-keys#key-${id}` },
  // The list that starts with the event.
  "audit-event": { label: "Audit event", path: (id) => `audit?before=${id}0` },
};

const requestId = /^[0-9a-f]{32}$/;

function placeItems(tenancyId: string, { text, kinds }: Found): PaletteItem[] {
  const id = text.toLowerCase();
  return kinds.map((kind) => {
    const { label, path } = places[kind];
    return {
      id: `${kind}:${id}`,
      group: "Matching ID",
      label,
      hint: id,
      score: 1,
      icon: "page",
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
      group: "Matching ID",
      label: "Activity of this request",
      hint: id,
      score: 1,
      icon: "page",
      target: { href: `/console/${tenancyId}/activity?request=${id}` },
    },
  ];
}

/** Returns the items for what the tenancy has under the typed text. */
export function foundItems(tenancyId: string, typed: string, found: Found): PaletteItem[] {
  return [
    ...requestItems(tenancyId, typed),
    ...placeItems(tenancyId, found),
    ...found.users.flatMap((user) => [
      userItem(tenancyId, user, "Users"),
      {
        id: `copy:${user.sub}`,
        group: "Copy" as const,
        label: `Copy ID of ${user.email || (user.userId ?? user.sub)}`,
        hint: user.sub,
        score: copyScore,
        icon: "copy" as const,
        target: { copy: user.sub },
      },
    ]),
  ];
}
