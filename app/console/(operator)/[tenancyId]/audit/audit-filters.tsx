import { Search } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { actionFamilies } from "@/lib/domain/audit/action-words";
import type { AuditSearch } from "./audit-search";

const familyNames: Record<string, string> = {
  tenancy: "Tenancy and settings",
  "api-key": "API keys",
  user: "Users",
  passkey: "Passkeys and sign-ins",
  challenge: "Codes",
  mail: "Emails",
  operator: "Members",
};

const choices = [
  { value: "", label: "Everything" },
  ...actionFamilies.map((family) => ({ value: family, label: familyNames[family] ?? family })),
];

/** A plain GET form: the URL contains the filters. */
export function AuditFilters({
  path,
  search: { about, who, target, from, to },
}: {
  path: string;
  search: AuditSearch;
}) {
  const isFiltered = [about, who, target, from, to].some((value) => value !== undefined);
  return (
    <form
      action={path}
      className="grid grid-cols-2 items-end gap-3 rounded-2xl border border-line bg-surface p-4 lg:grid-cols-3"
      role="search"
      aria-label="Audit log"
    >
      <div className="col-span-2 lg:col-span-1">
        <SelectField label="About" name="about" defaultValue={about ?? ""} choices={choices} />
      </div>
      <div className="col-span-2 sm:col-span-1">
        <TextField
          label="Who"
          name="who"
          defaultValue={who ?? ""}
          placeholder="Part of an email or name, or an id"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div className="col-span-2 sm:col-span-1">
        <TextField
          label="To what"
          name="target"
          defaultValue={target ?? ""}
          placeholder="Part of an email or name, or an id"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <TextField label="From (UTC)" name="from" type="date" defaultValue={from ?? ""} />
      <TextField label="To (UTC)" name="to" type="date" defaultValue={to ?? ""} />
      <div className="col-span-2 flex gap-2 lg:col-span-1">
        <Button type="submit" tone="secondary" className="grow">
          <Search aria-hidden className="size-4" />
          Show
        </Button>
        {isFiltered && (
          <ButtonLink tone="plain" href={path}>
            Clear
          </ButtonLink>
        )}
      </div>
    </form>
  );
}
