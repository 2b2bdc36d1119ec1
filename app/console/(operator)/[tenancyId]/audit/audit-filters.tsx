import { FilterForm } from "@/components/console/filter-form";
import { actorKinds } from "@/lib/domain/history/audit-search/find-events";
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
  browser: "Users and visitors",
  system: "Keystead",
  configurationFile: "Configuration files",
};

const eventField = { label: "Event", name: "about", choices: events };
const actorField = { label: "Actor", name: "who", placeholder: "email or id" };

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
  const isOwn = search.who === ownId;
  return (
    <FilterForm
      label="Audit log"
      path={path}
      values={search}
      isFiltered={auditSearch.isFiltered(search)}
      search={{ name: "target", label: "Target", placeholder: "Target: email or id" }}
      // “What I did” and “Operators only” show these two.
      fields={isOwn ? [eventField] : [eventField, actorField]}
      keep={isOwn ? ["who"] : []}
      elsewhere={search.by === "operator" ? ["by"] : []}
      more={more}
    />
  );
}
