import { FilterForm } from "@/components/console/filter-form";
import { LocalTime } from "@/components/ui/local-time";
import { challengeStates } from "@/lib/domain/sign-in/challenge/shown-challenge";
import { deliveryStates } from "@/lib/domain/user/email/delivery-state";
import { deliveryWords, stateWords } from "./challenge-state";
import { emailLog, type EmailLogSearch, timesOf } from "./email-log-search";

const fields = [
  {
    label: "Email",
    name: "delivery",
    choices: deliveryStates.map((state) => ({ value: state, label: deliveryWords[state] })),
  },
  {
    label: "Code",
    name: "state",
    choices: challengeStates.map((state) => ({ value: state, label: stateWords[state] })),
  },
  { label: "Purpose", name: "purpose" },
];

/** The time range of a link from the overview. */
function linkedFields(search: EmailLogSearch) {
  const { fromMs, toMs } = timesOf(search);
  return [
    { name: "from", label: "Requested from", words: fromMs && <LocalTime at={fromMs} /> },
    { name: "to", label: "Requested until", words: toMs && <LocalTime at={toMs} /> },
  ];
}

export function EmailLogFilters({ path, search }: { path: string; search: EmailLogSearch }) {
  return (
    <FilterForm
      label="Email log"
      path={path}
      values={search}
      isFiltered={emailLog.isFiltered(search)}
      search={{ name: "mailbox", label: "Find a mailbox", placeholder: "Part of an address" }}
      fields={fields}
      linked={linkedFields(search)}
    />
  );
}
