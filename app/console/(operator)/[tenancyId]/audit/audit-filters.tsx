import { FilterForm } from "@/components/console/filter-form";
import { actionFamilies, actionsOf, titleOfAction } from "@/lib/domain/audit/action-words";
import { actorKinds } from "@/lib/domain/audit-search/find-events";
import { type AuditSearch, auditSearch } from "./audit-search";

const familyNames: Record<string, string> = {
  tenancy: "Tenancy and settings",
  "api-key": "API keys",
  webhook: "Webhooks",
  user: "Users",
  passkey: "Passkeys and sign-ins",
  challenge: "Codes",
  mail: "Emails",
  operator: "Members",
  principal: "Exchanged codes",
  vault: "Import and export",
  metadata: "FIDO Metadata",
};

const events = actionFamilies.map((family) => {
  const name = familyNames[family] ?? family;
  const actions = actionsOf(family).map((action) => ({
    value: action,
    label: titleOfAction(action),
  }));
  return { label: name, choices: [{ value: family, label: `${name}: all` }, ...actions] };
});

const actorKindNames: Record<(typeof actorKinds)[number], string> = {
  operator: "Operators",
  apiKey: "API keys",
  browser: "Users’ browsers",
  system: "Keystead",
  configurationFile: "Configuration files",
};

const fields = [
  { label: "Event", name: "about", choices: events },
  {
    label: "Kind of actor",
    name: "by",
    choices: actorKinds.map((kind) => ({ value: kind, label: actorKindNames[kind] })),
  },
  { label: "Actor", name: "who", placeholder: "Email or id" },
];

const more = [
  { label: "Reason", name: "reason", placeholder: "Part of it" },
  { label: "From (UTC)", name: "from", type: "date" as const },
  { label: "To (UTC)", name: "to", type: "date" as const },
];

export function AuditFilters({ path, search }: { path: string; search: AuditSearch }) {
  return (
    <FilterForm
      label="Audit log"
      path={path}
      values={search}
      isFiltered={auditSearch.isFiltered(search)}
      search={{ name: "target", label: "Target", placeholder: "Email, name or id" }}
      fields={fields}
      more={more}
    />
  );
}
