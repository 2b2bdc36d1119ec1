import { FilterForm } from "@/components/console/filter-form";
import { aaguidsOfSameProvider, listProviders } from "@/lib/domain/passkey/list-providers";
import { unknownProvider } from "@/lib/domain/passkey/name-provider";
import { unknownAaguid } from "@/lib/domain/passkey/unknown-aaguid";
import { isFiltered, type PasskeyFilter } from "@/lib/domain/passkey-search/passkey-filter";

interface Props {
  filter: PasskeyFilter;
  path: string;
  /** The tenancy's rpIds. */
  rpIds: readonly string[];
  /** Names the provider of the filter, which the list of choices may not have. */
  nameOf: (aaguid: string) => string;
}

/** One choice for each name: its first AAGUID stands for all. */
function providersWith(chosen: string | undefined, nameOf: Props["nameOf"]) {
  const choices = [
    { value: unknownAaguid, label: unknownProvider },
    ...listProviders().map(({ name, aaguids: [value] }) => ({ value, label: name })),
  ];
  const isListed = chosen === undefined || choices.some(({ value }) => value === chosen);
  return isListed ? choices : [...choices, { value: chosen, label: nameOf(chosen) }];
}

const mostUsed = ({ provider }: PasskeyFilter, nameOf: Props["nameOf"]) => [
  {
    label: "State",
    name: "state",
    choices: [
      { value: "enabled", label: "Enabled" },
      { value: "disabled", label: "Disabled" },
    ],
  },
  { label: "Provider", name: "provider", choices: providersWith(provider, nameOf) },
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

export function PasskeyFilters({ filter: given, path, rpIds, nameOf }: Props) {
  const { provider } = given;
  const filter = {
    ...given,
    provider: provider === undefined ? undefined : aaguidsOfSameProvider(provider)[0],
  };
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
      fields={mostUsed(filter, nameOf)}
      more={further(filter, rpIds)}
    />
  );
}
