import { CheckboxField } from "@/components/ui/checkbox-field";

interface Props<T> {
  label: string;
  hint: string;
  choices: readonly { value: T; label: string; help?: string }[];
  columns?: 2 | 3;
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
  onBlur?: () => void;
  error?: string | undefined;
  /** Keeps the order in which the values were chosen, and shows it. Default: that of the choices. */
  isOrdered?: boolean | undefined;
}

/** A checkbox for each value of a list. */
export function CheckboxList<T extends string | number>({
  label,
  hint,
  choices,
  columns = 2,
  chosen,
  onChange,
  onBlur,
  error,
  isOrdered = false,
}: Props<T>) {
  const placeOf = (value: T) =>
    isOrdered && chosen.length > 1 && chosen.includes(value)
      ? ` (${chosen.indexOf(value) + 1})`
      : "";
  const toggle = (value: T, isChosen: boolean) => {
    const rest = chosen.filter((one) => one !== value);
    const next = isChosen ? [...rest, value] : rest;
    const inOrder = choices.map((choice) => choice.value).filter((one) => next.includes(one));
    onChange(isOrdered ? next : inOrder);
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <p className="text-sm text-quiet">{hint}</p>
      <div className={`grid gap-3 ${columns === 2 ? "sm:grid-cols-2" : "sm:grid-cols-3"}`}>
        {choices.map((choice) => (
          <CheckboxField
            key={choice.value}
            label={choice.label + placeOf(choice.value)}
            hint={choice.help}
            checked={chosen.includes(choice.value)}
            onBlur={onBlur}
            onChange={({ target }) => toggle(choice.value, target.checked)}
          />
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
