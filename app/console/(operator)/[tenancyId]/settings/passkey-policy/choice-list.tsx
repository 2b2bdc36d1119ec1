import { CheckboxField } from "@/components/ui/checkbox-field";

interface Props<T> {
  label: string;
  hint: string;
  choices: readonly { value: T; label: string }[];
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
}

/** Checkboxes of which none chosen means all. */
export function ChoiceList<T extends string | number>({
  label,
  hint,
  choices,
  chosen,
  onChange,
}: Props<T>) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <p className="text-sm text-quiet">{hint}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {choices.map(({ value, label: name }) => (
          <CheckboxField
            key={value}
            label={name}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(
                choices
                  .map((choice) => choice.value)
                  .filter((one) => (one === value ? target.checked : chosen.includes(one))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
