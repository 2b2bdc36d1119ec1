import type { ReactNode } from "react";
import { type Choice, type ChoiceGroup, SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";

/** A filter of a list. A select if it has choices, else a text field. */
export interface FilterField {
  /** The parameter in the URL. */
  name: string;
  label: string;
  /** Without the one for no filter. */
  choices?: readonly (Choice | ChoiceGroup)[];
  type?: "date";
  placeholder?: string;
  /** What the field contains, if not the parameter's value. */
  value?: string;
  /** The chosen value in words, if not the choice's label or the value. */
  words?: ReactNode;
}

const none = { value: "", label: "Any" };

/** The form control of a filter. `value` is "" without one. */
export function FilterControl({ field, value }: { field: FilterField; value: string }) {
  const { name, label, choices, type, placeholder } = field;
  const props = { name, label, defaultValue: field.value ?? value };
  return choices === undefined ? (
    <TextField
      {...props}
      type={type}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={254}
    />
  ) : (
    <SelectField {...props} choices={[none, ...choices]} />
  );
}

/** The chosen value of a filter in words. */
export function wordsOf({ choices = [], words }: FilterField, value: string): ReactNode {
  if (words !== undefined) return words;
  const all = choices.flatMap((choice) => ("value" in choice ? [choice] : choice.choices));
  return all.find((choice) => choice.value === value)?.label ?? value;
}
