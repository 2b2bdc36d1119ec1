import { FilterForm } from "@/components/console/filter-form";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { challengeStates } from "@/lib/domain/challenge/shown-challenge";
import { deliveryStates } from "@/lib/domain/email/delivery-state";
import { deliveryWords, stateWords } from "./challenge-state";
import { emailLog, type EmailLogSearch } from "./email-log-search";

const any = { value: "", label: "Any" };
const deliveryChoices = [
  any,
  ...deliveryStates.map((state) => ({ value: state, label: deliveryWords[state] })),
];
const stateChoices = [
  any,
  ...challengeStates.map((state) => ({ value: state, label: stateWords[state] })),
];

export function EmailLogFilters({ path, search }: { path: string; search: EmailLogSearch }) {
  return (
    <FilterForm
      label="Email log"
      path={path}
      values={search}
      keep={["from", "to"]}
      isFiltered={emailLog.isFiltered(search)}
      more={{
        fields: (
          <TextField
            label="Purpose"
            name="purpose"
            defaultValue={search.purpose ?? ""}
            placeholder="login"
            autoComplete="off"
            spellCheck={false}
          />
        ),
        chosen: search.purpose === undefined ? 0 : 1,
      }}
      search={{ name: "mailbox", label: "Find a mailbox", placeholder: "Email address" }}
    >
      <SelectField
        label="Email"
        name="delivery"
        defaultValue={search.delivery ?? ""}
        choices={deliveryChoices}
      />
      <SelectField
        label="Code"
        name="state"
        defaultValue={search.state ?? ""}
        choices={stateChoices}
      />
    </FilterForm>
  );
}
