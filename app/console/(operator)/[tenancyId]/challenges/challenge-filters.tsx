import { Search } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { challengeStates } from "@/lib/domain/challenge/shown-challenge";
import type { ChallengeSearch } from "./challenge-search";
import { stateWords } from "./challenge-state";

const choices = [
  { value: "", label: "Any" },
  ...challengeStates.map((state) => ({ value: state, label: stateWords[state] })),
];

/** A plain GET form: the URL contains the filters. */
export function ChallengeFilters({
  path,
  search: { state, purpose, mailbox },
}: {
  path: string;
  search: ChallengeSearch;
}) {
  const isFiltered = [state, purpose, mailbox].some((value) => value !== undefined);
  return (
    <form
      action={path}
      role="search"
      aria-label="Challenges"
      className={
        "grid grid-cols-2 items-end gap-3 rounded-2xl border border-line bg-surface p-4 " +
        "lg:grid-cols-[2fr_1fr_1fr_auto]"
      }
    >
      <div className="col-span-2 lg:col-span-1">
        <TextField
          label="Mailbox"
          name="mailbox"
          defaultValue={mailbox ?? ""}
          placeholder="An address, or how it begins"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <TextField
        label="Purpose"
        name="purpose"
        defaultValue={purpose ?? ""}
        placeholder="login"
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField label="State" name="state" defaultValue={state ?? ""} choices={choices} />
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
