import { FilterForm } from "@/components/console/filter-form";
import { unknownAaguid, unknownProvider } from "@/lib/domain/passkey/name-provider";
import {
  aaguidsOfSameProvider,
  type CountedProvider,
  listProviders,
} from "@/lib/domain/passkey/search/count-providers";
import { isFiltered, type PasskeyFilter } from "@/lib/domain/passkey/search/passkey-filter";

interface Props {
  filter: PasskeyFilter;
  path: string;
  /** The tenancy's rpIds. */
  rpIds: readonly string[];
  /** The providers of the tenancy's passkeys; null if there are too many to list. */
  providers: readonly CountedProvider[] | null;
  /** Names the provider of the filter, which the list of choices may not have. */
  nameOf: (aaguid: string) => string;
}

const labelOf = ({ name, count, isExact }: CountedProvider) =>
  `${name} (${count.toLocaleString("en")}${isExact ? "" : "+"})`;

/** One choice for each name: one AAGUID stands for all. */
function providerChoices({ filter: { provider }, providers, nameOf }: Props) {
  const choices = providers?.map((counted) => ({
    value: counted.aaguid,
    label: labelOf(counted),
  })) ?? [
    { value: unknownAaguid, label: unknownProvider },
    ...listProviders().map(({ name, aaguids: [value] }) => ({ value, label: name })),
  ];
  const isListed = provider === undefined || choices.some(({ value }) => value === provider);
  return isListed ? choices : [...choices, { value: provider, label: nameOf(provider) }];
}

const mostUsed = (props: Props) => [
  {
    label: "State",
    name: "state",
    choices: [
      { value: "enabled", label: "Enabled" },
      { value: "disabled", label: "Disabled" },
    ],
  },
  {
    label: "Provider",
    name: "provider",
    choices: providerChoices(props),
    words: props.filter.provider && props.nameOf(props.filter.provider),
  },
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

export function PasskeyFilters(props: Props) {
  const { filter: given, path, rpIds } = props;
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
      keep={["order"]}
      search={{
        label: "Find a passkey",
        placeholder: "Email, name or id",
      }}
      fields={mostUsed({ ...props, filter })}
      more={further(filter, rpIds)}
    />
  );
}
