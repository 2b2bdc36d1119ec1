import { FilterForm } from "@/components/console/filter-form";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { listProviders } from "@/lib/domain/passkey/list-providers";
import { isFiltered, type PasskeyFilter } from "@/lib/domain/passkey/passkey-filter";

interface Props {
  filter: PasskeyFilter;
  path: string;
  /** The tenancy's rpIds. */
  rpIds: readonly string[];
}

const any = { value: "", label: "Any" };

function providersWith(chosen: string | undefined) {
  const known = listProviders().map(({ aaguid, name }) => ({ value: aaguid, label: name }));
  const isKnown = chosen === undefined || known.some(({ value }) => value === chosen);
  return [any, ...known, ...(isKnown ? [] : [{ value: chosen, label: chosen }])];
}

function Fields({ filter, rpIds }: Omit<Props, "path">) {
  const hosts = [...new Set([...rpIds, ...(filter.rpId === undefined ? [] : [filter.rpId])])];
  return (
    <>
      <TextField
        label="User"
        name="user"
        defaultValue={filter.user}
        placeholder="User id or sub"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
      />
      <SelectField
        label="Provider"
        name="provider"
        defaultValue={filter.provider ?? ""}
        choices={providersWith(filter.provider)}
      />
      <SelectField
        label="Relying party"
        name="rpId"
        defaultValue={filter.rpId ?? ""}
        choices={[any, ...hosts.map((host) => ({ value: host, label: host }))]}
      />
      <SelectField
        label="State"
        name="state"
        defaultValue={filter.state ?? ""}
        choices={[
          any,
          { value: "enabled", label: "Enabled" },
          { value: "disabled", label: "Disabled" },
        ]}
      />
      <SelectField
        label="Synced"
        name="synced"
        defaultValue={filter.synced ?? ""}
        choices={[any, { value: "yes", label: "Synced" }, { value: "no", label: "Not synced" }]}
      />
      <SelectField
        label="Use"
        name="use"
        defaultValue={filter.use ?? ""}
        choices={[any, { value: "never", label: "Never used" }]}
      />
      <TextField
        label="Last used before (UTC)"
        type="date"
        name="usedBefore"
        defaultValue={filter.usedBefore}
      />
    </>
  );
}

export function PasskeyFilters({ filter, path, rpIds }: Props) {
  const { q: _q, ...others } = filter;
  return (
    <FilterForm
      label="Passkeys"
      path={path}
      values={filter}
      isFiltered={isFiltered(filter)}
      search={{
        label: "Find a passkey",
        placeholder: "Beginning of a username, passkey id or credential id",
      }}
      more={{
        fields: <Fields filter={filter} rpIds={rpIds} />,
        chosen: Object.values(others).filter((value) => value !== undefined).length,
      }}
    />
  );
}
