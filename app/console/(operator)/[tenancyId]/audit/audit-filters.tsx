import { FilterForm } from "@/components/console/filter-form";
import { actorKinds } from "@/lib/domain/audit-search/find-events";
import { type AuditSearch, auditSearch } from "./audit-search";
import { eventFamilies } from "./event-families";

const events = eventFamilies.map(({ family, name, actions }) => ({
  label: name,
  choices: [
    { value: family, label: `${name}: all` },
    ...actions.map(({ action, title }) => ({ value: action, label: title })),
  ],
}));

const actorKindNames: Record<(typeof actorKinds)[number], string> = {
  operator: "Operators",
  apiKey: "API keys",
  browser: "Users’ browsers",
  system: "Keystead",
  configurationFile: "Configuration files",
};

const fieldsOf = ({ who }: AuditSearch, ownId: string) => [
  { label: "Event", name: "about", choices: events },
  {
    label: "Actor",
    name: "who",
    placeholder: "email or id",
    ...(who === ownId ? { words: "You" } : {}),
  },
];

const more = [
  {
    label: "Kind of actor",
    name: "by",
    choices: actorKinds.map((kind) => ({ value: kind, label: actorKindNames[kind] })),
  },
  { label: "Reason", name: "reason", placeholder: "Part of it" },
  { label: "From (UTC)", name: "from", type: "date" as const },
  { label: "To (UTC)", name: "to", type: "date" as const },
];

interface Props {
  path: string;
  search: AuditSearch;
  /** The operator who reads the log. */
  ownId: string;
}

export function AuditFilters({ path, search, ownId }: Props) {
  return (
    <FilterForm
      label="Audit log"
      path={path}
      values={search}
      isFiltered={auditSearch.isFiltered(search)}
      search={{ name: "target", label: "Target", placeholder: "Target: email, name or id" }}
      fields={fieldsOf(search, ownId)}
      more={more}
    />
  );
}
