import { mayDo, type OperatorRole, type Permission } from "@/lib/domain/operator/permission";

export type NavigationIcon =
  | "overview"
  | "users"
  | "passkeys"
  | "challenges"
  | "mails"
  | "api-keys"
  | "audit"
  | "people"
  | "settings"
  | "tenancies"
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
  { path: "/users", label: "Users", icon: "users", permission: "user.read" },
  { path: "/passkeys", label: "Passkeys", icon: "passkeys", permission: "passkey.read" },
  { path: "/challenges", label: "Challenges", icon: "challenges", permission: "challenge.read" },
  { path: "/mails", label: "Mails", icon: "mails", permission: "mail.preview" },
  { path: "/api-keys", label: "API keys", icon: "api-keys", permission: "api-key.read" },
  { path: "/audit", label: "Audit log", icon: "audit", permission: "audit.read" },
  { path: "/people", label: "People", icon: "people", permission: "people.read" },
  { path: "/settings", label: "Settings", icon: "settings", permission: "settings.read" },
];

const ofSystem = new Set(["/audit", "/people"]);

/** Returns the pages of a tenancy that the role may open. The system tenancy has only a few. */
export function tenancyNavigation(
  { id, isSystem }: { id: string; isSystem: boolean },
  role: OperatorRole,
): NavigationItem[] {
  return ofTenancy
    .filter(({ path, permission }) => mayDo(role, permission) && (!isSystem || ofSystem.has(path)))
    .map(({ path, label, icon }) => ({ href: `/console/${id}${path}`, label, icon }));
}
