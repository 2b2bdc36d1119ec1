import { ListFilter, Search } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button";
import { controlLook } from "@/components/ui/field-frame";
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

/** A plain GET form: it works without JavaScript, and a filtered list is a link. */
export function FilterForm({ filter, path, rpIds }: Props) {
  const { q, ...others } = filter;
  const chosen = Object.values(others).filter((value) => value !== undefined).length;
  const hosts = [...new Set([...rpIds, ...(filter.rpId === undefined ? [] : [filter.rpId])])];
  return (
    <form role="search" action={path} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="flex min-w-0 grow basis-72 flex-col gap-1.5">
          <label htmlFor="passkey-search" className="text-sm font-medium">
            Find a passkey
          </label>
          <div className="relative">
            <Search
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-quiet"
            />
            <input
              id="passkey-search"
              type="search"
              name="q"
              defaultValue={q}
              maxLength={254}
              autoComplete="off"
              spellCheck={false}
              placeholder="Beginning of a username, passkey id or credential id"
              className={`min-h-11 pr-3 !pl-9 ${controlLook}`}
            />
          </div>
        </div>
        <Button type="submit">Search</Button>
        {isFiltered(filter) && (
          <ButtonLink tone="plain" href={path}>
            Clear
          </ButtonLink>
        )}
      </div>
      <details open={chosen > 0} className="group rounded-2xl border border-line bg-surface">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-2xl px-4 text-sm font-medium">
          <ListFilter aria-hidden className="size-4 text-quiet" />
          Filters{chosen > 0 && `, ${chosen} chosen`}
        </summary>
        <div className="grid gap-4 border-t border-line p-4 sm:grid-cols-2 lg:grid-cols-4">
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
            label="Last used before"
            type="date"
            name="usedBefore"
            defaultValue={filter.usedBefore}
          />
          <Button type="submit" tone="secondary" className="self-end">
            Apply filters
          </Button>
        </div>
      </details>
    </form>
  );
}
