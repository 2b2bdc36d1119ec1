import { settingsTabs, type NavigationItem } from "@/app/console/navigation";
import { mayDo, missingProof } from "@/lib/domain/operator/permission";
import type {
  OperatorRole,
  SessionStrength,
  TenancyPermission,
} from "@/lib/domain/operator/permission";
import type { PaletteItem, PaletteTarget } from "./palette-item";

interface Shown {
  /** The current tenancy and the operator's role in it. */
  tenancy: { id: string; clientId: string; role: OperatorRole } | undefined;
  pages: readonly NavigationItem[];
  /** Pages of the installation. */
  installation: readonly NavigationItem[];
  tenancies: readonly { id: string; name: string; environment: string }[];
  strength: SessionStrength;
  /** Set for an owner of the installation. */
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

const page = (href: string, label: string, rest: Partial<PaletteItem> = {}): PaletteItem => ({
  id: href,
  group: "Go to",
  label,
  icon: "page",
  target: { href },
  ...rest,
});

/** Actions that the role allows and that the session can start without a new sign-in. */
function tenancyActions({ tenancy, strength }: Shown): PaletteItem[] {
  if (tenancy === undefined) return [];
  const path = `/console/${tenancy.id}`;
  const offers: [TenancyPermission, PaletteItem][] = [
    ["api-key.create", action("Create API key", { href: `${path}/api-keys/new` }, "new add token")],
    ["api-key.rotate", action("Rotate API key", { command: "choose-key" }, "replace roll token")],
    [
      "people.invite",
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

function installationActions({ systemId, strength }: Shown): PaletteItem[] {
  if (systemId === undefined || strength === "code") return [];
  return [
    action("Create tenancy", { href: "/console/tenancies/new" }, "new add application"),
    action(
      "Invite installation owner",
      { href: `/console/${systemId}/members?invite=1` },
      "add operator member",
    ),
  ];
}

function settingsPages({ tenancy, strength }: Shown): PaletteItem[] {
  if (tenancy === undefined || !mayDo(tenancy.role, "settings.read")) return [];
  return settingsTabs(tenancy.id, { role: tenancy.role, strength }).map(({ href, label }) =>
    page(href, `Settings: ${label}`, { id: `settings:${href}` }),
  );
}

const ownActions: readonly PaletteItem[] = [
  action("Add a passkey", { href: "/console/account/passkeys/new" }, "new account"),
  action("Use light theme", { theme: "light" }, "appearance mode bright"),
  action("Use dark theme", { theme: "dark" }, "appearance mode night"),
  action("Use system theme", { theme: "system" }, "appearance mode auto device"),
  action("Sign out", { command: "sign-out" }, "log out logout"),
];

const docs: readonly PaletteItem[] = [
  page("/docs", "Documentation", { icon: "docs", words: "guides help docs" }),
  page("/docs/api", "API reference", { icon: "docs", words: "endpoints docs" }),
  page("/docs/api/errors", "API errors", { icon: "docs", words: "error tags docs" }),
];

function copies({ tenancy }: Shown): PaletteItem[] {
  if (tenancy === undefined) return [];
  return [
    ["Copy tenancy ID", tenancy.id],
    ["Copy client ID", tenancy.clientId],
  ].map(([label = "", copy = ""]) => ({
    id: label,
    group: "Copy",
    label,
    hint: copy,
    icon: "copy",
    target: { copy },
  }));
}

/** Returns what the palette offers before anything is typed. */
export function listPaletteItems(shown: Shown): PaletteItem[] {
  return [
    ...tenancyActions(shown),
    ...installationActions(shown),
    ...ownActions,
    ...shown.pages.map(({ href, label }) => page(href, label)),
    ...settingsPages(shown),
    ...shown.installation.map(({ href, label }) => page(href, label)),
    page("/console/account", "Your account", { words: "passkeys sessions profile" }),
    ...docs,
    ...copies(shown),
    ...shown.tenancies.map(({ id, name, environment }) =>
      page(`/console/${id}`, name, {
        id: `tenancy:${id}`,
        group: "Tenancies",
        code: id,
        hint: environment,
        icon: "tenancy",
      }),
    ),
  ];
}
