import { FilterForm } from "@/components/console/filter-form";
import { LocalTime } from "@/components/ui/local-time";
import { activity, type ActivitySearch, isDay } from "./activity-search";
import { filterWords } from "./event-words";
import { reasonWords } from "./reason-words";

const choicesOf = (words: Readonly<Record<string, string | undefined>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label: label ?? value }));

const fields = [
  { label: "Event", name: "kind", choices: choicesOf(filterWords) },
  { label: "Reason", name: "reason", choices: choicesOf(reasonWords) },
];

/** A day, or the day of an instant that a link from the overview gives. */
function timeField(name: "from" | "to", time: string | undefined) {
  const label = name === "from" ? "From" : "To";
  const field = { name, label: `${label} (UTC)`, type: "date" as const };
  if (time === undefined || isDay(time)) return field;
  return {
    ...field,
    value: time.slice(0, 10),
    words: <LocalTime at={Date.parse(time)} />,
  };
}

export function ActivityFilters({ path, search }: { path: string; search: ActivitySearch }) {
  return (
    <FilterForm
      label="Activity"
      path={path}
      values={search}
      isFiltered={activity.isFiltered(search)}
      search={{ name: "mailbox", label: "Find a user", placeholder: "Email or name" }}
      fields={fields}
      more={[
        timeField("from", search.from),
        timeField("to", search.to),
        { label: "Request id", name: "request" },
      ]}
    />
  );
}
