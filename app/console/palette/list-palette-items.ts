import { pageKeys, pageOf } from "@/app/console/keyboard/page-keys";
import { accountPage, type NavigationItem, settingsTabs } from "@/app/console/navigation";
import type {
  OperatorRole,
  SessionStrength,
  TenancyPermission,
} from "@/lib/domain/base/permission";
import { mayDo, missingProof } from "@/lib/domain/base/permission";
import type { PageActionKey } from "./page-action";
import { pageWords } from "./page-words";
import type { PaletteItem, PaletteTarget } from "./palette-item";
import { settingsCardId, settingsCards } from "./settings-cards";

interface Shown {
  /** The current tenancy and the operator's role in it. */
  tenancy: { id: string; clientId: string; role: OperatorRole } | undefined;
  pages: readonly NavigationItem[];
  /** Pages of the installation. */
  installation: readonly NavigationItem[];
  tenancies: readonly { id: string; name: string; environment: string }[];
  strength: SessionStrength;
  /** Set for a system owner. */
  systemId: string | undefined;
}

const action = (label: string, target: PaletteTarget, words = ""): PaletteItem => ({
  id: label,
  group: "Actions",
  label,
  words,
  icon: "theme" in target ? "theme" : "act",
  target,
});

/** An action on something that the operator has to find first. */
const finding = (does: PageActionKey, label: string, href: string, words: string): PaletteItem => ({
  ...action(label, { href, ...(label.startsWith("Find ") ? { opens: "search" } : {}) }, words),
  does,
});

const leavesIf = (isLeaving: boolean): Pick<PaletteItem, "caution"> =>
  isLeaving ? { caution: "leaves" } : {};

const page = (
  href: string,
  label: string,
  rest: Partial<PaletteItem> & Pick<PaletteItem, "icon">,
): PaletteItem => ({ id: href, group: "Go to", label, target: { href }, ...rest });

/** Actions that the role allows and that the session can start without a new sign-in. */
function tenancyActions({ tenancy, strength }: Shown): PaletteItem[] {
  if (tenancy === undefined) return [];
  const path = `/console/${tenancy.id}`;
  const offers: [TenancyPermission, PaletteItem][] = [
    [
      "user.disable",
      finding("user.disable", "Find a user to disable", `${path}/users`, "block lock"),
    ],
    [
      "passkey.disable",
      finding("passkey.disable", "Find a passkey to disable", `${path}/passkeys`, "block lost"),
    ],
    [
      "user.enable",
      finding(
        "user.enable",
        "Find a user to enable",
        `${path}/users?state=disabled`,
        "unblock unlock",
      ),
    ],
    [
      "passkey.enable",
      finding(
        "passkey.enable",
        "Find a passkey to enable",
        `${path}/passkeys?state=disabled`,
        "unblock found",
      ),
    ],
    [
      "user.read",
      {
        ...action(
          "Find a user who got no code",
          { href: `${path}/users`, opens: "search" },
          "my a the their emails why never came arrived arrives did didn’t not received receive missing",
        ),
        icon: "users",
      },
    ],
    [
      "email.retry",
      finding(
        "code.replace",
        "Find an email to send again",
        `${path}/challenges`,
        "a new code resend retry",
      ),
    ],
    [
      "user.export",
      finding("user.export", "Find a user to export", `${path}/users`, "download gdpr data"),
    ],
    [
      "user.erase",
      finding("user.erase", "Find a user to erase", `${path}/users`, "delete remove gdpr forget"),
    ],
    [
      "passkey.export",
      finding("passkey.export", "Export passkeys", `${path}/passkeys`, "download csv json"),
    ],
    [
      "audit.export",
      finding("audit.export", "Export the audit log", `${path}/audit`, "download csv json"),
    ],
    ["api-key.create", action("Create API key", { href: `${path}/api-keys/new` }, "new add token")],
    [
      "webhook.create",
      action("Create webhook", { href: `${path}/settings/webhooks/new` }, "new add endpoint event"),
    ],
    ["api-key.rotate", action("Rotate API key", { command: "choose-key" }, "replace roll token")],
    [
      "members.invite",
      action(
        "Invite member",
        { href: `${path}/members?invite=1` },
        "add operator colleague person",
      ),
    ],
    [
      "overview.read",
      action("Show onboarding checklist", { href: `${path}?checklist=show` }, "set up steps start"),
    ],
  ];
  return offers
    .filter(
      ([permission]) =>
        mayDo(tenancy.role, permission) && missingProof(strength, permission) !== "passkey-session",
    )
    .map(([, item]) => item);
}

function installationActions({ tenancy, systemId, strength }: Shown): PaletteItem[] {
  if (systemId === undefined || strength === "code") return [];
  return [
    action("Create tenancy", { href: "/console/tenancies/new" }, "new add application"),
    {
      ...action(
        "Invite system owner",
        { href: `/console/${systemId}/members?invite=1` },
        "add operator member",
      ),
      ...leavesIf(tenancy !== undefined && tenancy.id !== systemId),
    },
  ];
}

function settingsItems({ tenancy, strength }: Shown): PaletteItem[] {
  if (tenancy === undefined || !mayDo(tenancy.role, "settings.read")) return [];
  const path = `/console/${tenancy.id}/settings`;
  const tabs = settingsTabs(tenancy.id, { role: tenancy.role, strength });
  return [
    ...tabs.map(({ href, label }) =>
      page(href, `Settings: ${label}`, {
        id: `settings:${href}`,
        group: "Settings",
        icon: "settings",
      }),
    ),
    ...Object.entries(settingsCards).map(([title, { tab, words }]) =>
      page(`${path}${tab}#${settingsCardId(title)}`, title, {
        group: "Settings",
        icon: "settings",
        hint: tabs.find(({ href }) => href === path + tab)?.label,
        words,
      }),
    ),
  ];
}

const ownActions: readonly PaletteItem[] = [
  action("Add a passkey", { href: "/console/account/passkeys/new" }, "new account"),
  action("Use light theme", { theme: "light" }, "appearance mode bright"),
  action("Use dark theme", { theme: "dark" }, "appearance mode night"),
  action("Use system theme", { theme: "system" }, "appearance mode auto device"),
  action(
    "Keyboard shortcuts",
    { command: "list-shortcuts" },
    "keys help hotkeys turn off single-key",
  ),
  { ...action("Sign out", { command: "sign-out" }, "log out logout"), caution: "leaves" },
];

const documentation = (href: string, label: string, words: string) =>
  page(href, label, {
    group: "Documentation",
    icon: "docs",
    words,
    // The operator reads it beside the page.
    target: { href, opens: "tab" },
  });

const docs: readonly PaletteItem[] = [
  documentation("/docs", "Documentation", "guides help docs"),
  documentation("/docs/guides/console", "Guide: The console", "operators support help docs"),
  documentation(
    "/docs/guides/console#i-cant-sign-in",
    "Guide: A user can’t sign in",
    "cannot not login log in locked_out help i he she they support",
  ),
  documentation(
    "/docs/guides/console#my-code-never-came",
    "Guide: A code never came",
    "my the codes emails never arrived arrives did didn’t not get got received receive missing spam",
  ),
  documentation(
    "/docs/guides/console#the-user-lost-their-passkey",
    "Guide: The user lost their passkey",
    "a my her his losing new phones devices broken security keys",
  ),
  documentation(
    "/docs/guides/console#who-disabled-this-passkey",
    "Guide: Who disabled this passkey?",
    "a the my her his their users passkeys did why blocked audit",
  ),
  documentation(
    "/docs/guides/console#a-device-was-stolen",
    "Guide: A device was stolen",
    "the my her his phones laptops computers thief theft lost hacked",
  ),
  documentation(
    "/docs/guides/console#email-is-failing",
    "Guide: Email is failing",
    "emails mails not sent sending delivery outage provider smtp",
  ),
  documentation(
    "/docs/guides/console#raise-a-limit",
    "Guide: Raise a limit",
    "the rate limits limited too many requests codes increase blocked throttled",
  ),
  documentation(
    "/docs/guides/delete-account",
    "Guide: Delete an account",
    "a the user’s users data gdpr erase erasure close",
  ),
  documentation("/docs/guides/hosted-pages", "Guide: Hosted pages", "sign-in page docs"),
  documentation("/docs/api", "API reference", "endpoints docs"),
  documentation("/docs/api/errors", "API errors", "error tags docs"),
];

function copies({ tenancy }: Shown): PaletteItem[] {
  if (tenancy === undefined) return [];
  return [
    ["Copy tenancy id", tenancy.id],
    ["Copy client id", tenancy.clientId],
  ].map(([label = "", copy = ""]) => ({
    id: label,
    group: "Copy",
    label,
    hint: copy,
    icon: "copy",
    target: { copy },
  }));
}

function listPages({ pages, installation }: Shown): PaletteItem[] {
  const all = [...pages, ...installation, accountPage];
  return all.map((each) => {
    const letter = pageKeys[each.icon];
    return page(each.href, each.label, {
      icon: each.icon,
      words: pageWords[each.icon],
      ...(pageOf(all, letter) === each ? { keys: `G ${letter.toUpperCase()}` } : {}),
    });
  });
}

/** Returns what the palette offers before anything is typed. */
export function listPaletteItems(shown: Shown): PaletteItem[] {
  return [
    ...listPages(shown),
    ...tenancyActions(shown),
    ...installationActions(shown),
    ...ownActions,
    ...settingsItems(shown),
    ...docs,
    ...copies(shown),
    ...shown.tenancies.map(({ id, name, environment }) =>
      page(`/console/${id}`, name, {
        id: `tenancy:${id}`,
        group: "Tenancies",
        code: id,
        hint: environment,
        ...leavesIf(shown.tenancy !== undefined && shown.tenancy.id !== id),
        icon: "tenancies",
      }),
    ),
  ];
}
