import { FilterForm } from "@/components/console/filter-form";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { activity, type ActivitySearch } from "./activity-search";
import { filterWords } from "./event-words";
import { reasonWords } from "./reason-words";

const any = { value: "", label: "Any" };
const choicesOf = (words: Readonly<Record<string, string | undefined>>) => [
  any,
  ...Object.entries(words).map(([value, label]) => ({ value, label: label ?? value })),
];
const kindChoices = choicesOf(filterWords);
const reasonChoices = choicesOf(reasonWords);

/** The day of an instant, so that a link from the overview fills the date fields. */
const dayOf = (time: string | undefined) => time?.slice(0, 10) ?? "";

export function ActivityFilters({ path, search }: { path: string; search: ActivitySearch }) {
  const { kind, reason, from, to, request } = search;
  return (
    <FilterForm
      label="Activity"
      path={path}
      values={search}
      isFiltered={activity.isFiltered(search)}
      search={{ name: "mailbox", label: "Find a mailbox", placeholder: "Email address" }}
      more={{
        chosen: [from, to, request].filter((value) => value !== undefined).length,
        fields: (
          <>
            <TextField label="From (UTC)" name="from" type="date" defaultValue={dayOf(from)} />
            <TextField label="To (UTC)" name="to" type="date" defaultValue={dayOf(to)} />
            <TextField
              label="Request id"
              name="request"
              defaultValue={request ?? ""}
              autoComplete="off"
              spellCheck={false}
            />
          </>
        ),
      }}
    >
      <SelectField label="Event" name="kind" defaultValue={kind ?? ""} choices={kindChoices} />
      <SelectField
        label="Reason"
        name="reason"
        defaultValue={reason ?? ""}
        choices={reasonChoices}
      />
    </FilterForm>
  );
}
