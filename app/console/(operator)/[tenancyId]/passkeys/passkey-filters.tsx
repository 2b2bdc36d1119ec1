import { FilterForm } from "@/components/console/filter-form";
import { listProviders } from "@/lib/domain/passkey/list-providers";
import { isFiltered, type PasskeyFilter } from "@/lib/domain/passkey/passkey-filter";

interface Props {
  filter: PasskeyFilter;
  path: string;
  /** The tenancy's rpIds. */
  rpIds: readonly string[];
}

function providersWith(chosen: string | undefined) {
  const known = listProviders().map(({ aaguid, name }) => ({ value: aaguid, label: name }));
  const isKnown = chosen === undefined || known.some(({ value }) => value === chosen);
  return isKnown ? known : [...known, { value: chosen, label: chosen }];
}

const mostUsed = ({ provider }: PasskeyFilter) => [
  {
    label: "State",
    name: "state",
    choices: [
      { value: "enabled", label: "Enabled" },
      { value: "disabled", label: "Disabled" },
    ],
  },
  { label: "Provider", name: "provider", choices: providersWith(provider) },
];

const further = ({ rpId }: PasskeyFilter, rpIds: readonly string[]) => [
  { label: "Use", name: "use", choices: [{ value: "never", label: "Never used" }] },
  { label: "User", name: "user", placeholder: "User id or Keystead id" },
  {
    label: "Relying party",
    name: "rpId",
    choices: [...new Set([...rpIds, ...(rpId === undefined ? [] : [rpId])])].map((host) => ({
      value: host,
      label: host,
    })),
  },
  {
    label: "Synced",
    name: "synced",
    choices: [
      { value: "yes", label: "Synced" },
      { value: "no", label: "Not synced" },
    ],
  },
  { label: "Last used before (UTC)", name: "usedBefore", type: "date" as const },
];

export function PasskeyFilters({ filter, path, rpIds }: Props) {
  return (
    <FilterForm
      label="Passkeys"
      path={path}
      values={filter}
      isFiltered={isFiltered(filter)}
      search={{
        label: "Find a passkey",
        placeholder: "Email, name or id",
      }}
      fields={mostUsed(filter)}
      more={further(filter, rpIds)}
    />
  );
}
