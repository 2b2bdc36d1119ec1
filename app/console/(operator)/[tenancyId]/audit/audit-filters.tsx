import { FilterForm } from "@/components/console/filter-form";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { actionFamilies } from "@/lib/domain/audit/action-words";
import { auditSearch, type AuditSearch } from "./audit-search";

const familyNames: Record<string, string> = {
  tenancy: "Tenancy and settings",
  "api-key": "API keys",
  user: "Users",
  passkey: "Passkeys and sign-ins",
  challenge: "Codes",
  mail: "Emails",
  operator: "Members",
  principal: "Exchanged codes",
  vault: "Import and export",
};

const choices = [
  { value: "", label: "All" },
  ...actionFamilies.map((family) => ({ value: family, label: familyNames[family] ?? family })),
];

export function AuditFilters({ path, search }: { path: string; search: AuditSearch }) {
  const { about, who, target, from, to } = search;
  return (
    <FilterForm
      label="Audit log"
      path={path}
      values={search}
      isFiltered={auditSearch.isFiltered(search)}
    >
      <SelectField label="Area" name="about" defaultValue={about ?? ""} choices={choices} />
      <TextField
        label="Actor"
        name="who"
        defaultValue={who ?? ""}
        placeholder="Email, name or id"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label="Target"
        name="target"
        defaultValue={target ?? ""}
        placeholder="Email, name or id"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField label="From (UTC)" name="from" type="date" defaultValue={from ?? ""} />
      <TextField label="To (UTC)" name="to" type="date" defaultValue={to ?? ""} />
    </FilterForm>
  );
}
