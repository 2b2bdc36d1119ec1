import {
  mayDo,
  missingProof,
  type OperatorRole,
  type Permission,
  type SessionStrength,
} from "@/lib/domain/base/permission";

export type NavigationIcon =
  | "overview"
  | "activity"
  | "users"
  | "passkeys"
  | "challenges"
  | "api-keys"
  | "audit"
  | "members"
  | "settings"
  | "tenancies"
  | "status"
  | "account";

export interface NavigationItem {
  href: string;
  label: string;
  icon: NavigationIcon;
}

const ofTenancy: readonly (Omit<NavigationItem, "href"> & {
  path: string;
  permission: Permission;
})[] = [
  { path: "", label: "Overview", icon: "overview", permission: "overview.read" },
  { path: "/activity", label: "Activity", icon: "activity", permission: "user.read" },
  { path: "/users", label: "Users", icon: "users", permission: "user.read" },
  { path: "/passkeys", label: "Passkeys", icon: "passkeys", permission: "passkey.read" },
  { path: "/challenges", label: "Email log", icon: "challenges", permission: "challenge.read" },
  { path: "/api-keys", label: "API keys", icon: "api-keys", permission: "api-key.read" },
  { path: "/audit", label: "Audit log", icon: "audit", permission: "audit.read" },
  { path: "/members", label: "Members", icon: "members", permission: "members.read" },
  { path: "/settings", label: "Settings", icon: "settings", permission: "settings.read" },
];

/** Returns the pages of a tenancy that the role may open. */
export function tenancyNavigation(id: string, role: OperatorRole): NavigationItem[] {
  return ofTenancy
    .filter(({ permission }) => mayDo(role, permission))
    .map(({ path, label, icon }) => ({ href: `/console/${id}${path}`, label, icon }));
}

/** Who opens pages of a tenancy. */
export interface Viewer {
  tenancyId: string;
  role: OperatorRole;
  strength: SessionStrength;
  /** The operators' own tenancy has no pages about users: they are the operators. */
  isSystem: boolean;
}

/** Pages that need more than the page above them. The first match counts. */
const furtherPages = [
  { path: "/api-keys/new", permission: "api-key.create" },
  { path: "/settings/webhooks/new", permission: "webhook.create" },
  { path: "/settings/danger", permission: "tenancy.suspend" },
] as const satisfies readonly { path: string; permission: Permission }[];

/** Whether a link leads to a page that the viewer may open. Links out of the tenancy always do. */
export function mayOpen({ tenancyId, role, strength, isSystem }: Viewer, href: string): boolean {
  const [target = ""] = href.split(/[?#]/);
  const base = `/console/${tenancyId}`;
  if (!`${target}/`.startsWith(`${base}/`)) return true;
  const path = target.slice(base.length);
  const rule = [...furtherPages, ...ofTenancy.slice(1)].find((page) =>
    `${path}/`.startsWith(`${page.path}/`),
  );
  if (rule === undefined) return true;
  if (isSystem && /^(user|passkey)\./.test(rule.permission)) return false;
  return (
    mayDo(role, rule.permission) && missingProof(strength, rule.permission) !== "passkey-session"
  );
}

/** Returns the pages of the installation. Only its owners have more than the tenancies. */
export function installationNavigation(systemId: string, isOwner: boolean): NavigationItem[] {
  const tenancies: NavigationItem = {
    href: "/console/tenancies",
    label: "Tenancies",
    icon: "tenancies",
  };
  if (!isOwner) return [tenancies];
  const path = `/console/${systemId}`;
  return [
    tenancies,
    { href: "/console/status", label: "Status", icon: "status" },
    { href: `${path}/audit`, label: "Installation audit log", icon: "audit" },
    { href: `${path}/members`, label: "System owners", icon: "members" },
  ];
}

/** The operator’s own page. In a tenancy, the menu with their email leads to it. */
export const accountPage: NavigationItem = {
  href: "/console/account",
  label: "Your account",
  icon: "account",
};

/** Returns the tabs of a tenancy's settings. */
export function settingsTabs(
  tenancyId: string,
  { role, strength }: { role: OperatorRole; strength: SessionStrength },
): { href: string; label: string }[] {
  const path = `/console/${tenancyId}/settings`;
  const mayEnd =
    mayDo(role, "tenancy.suspend") &&
    missingProof(strength, "tenancy.suspend") !== "passkey-session";
  return [
    { href: path, label: "General" },
    { href: `${path}/sites`, label: "Sites" },
    { href: `${path}/hosted-pages`, label: "Hosted pages" },
    { href: `${path}/sign-in`, label: "Sign-in" },
    { href: `${path}/passkey-policy`, label: "Passkey policy" },
    { href: `${path}/limits`, label: "Codes and limits" },
    { href: `${path}/branding`, label: "Branding" },
    { href: `${path}/webhooks`, label: "Webhooks" },
    ...(mayEnd ? [{ href: `${path}/danger`, label: "Danger zone" }] : []),
  ];
}
