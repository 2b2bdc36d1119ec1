import { CheckboxField } from "@/components/ui/checkbox-field";

interface Props {
  /** At least 1. */
  createdKeys: number;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

const number = new Intl.NumberFormat("en");

const keysOf = (count: number) => (count === 1 ? "key" : `${number.format(count)} keys`);

/** Asks whether the keys that a key created are locked, too. */
export function CreatedKeysField({ createdKeys, isChosen, onChange }: Props) {
  return (
    <CheckboxField
      label={`Also lock the ${keysOf(createdKeys)} that it created`}
      hint="Includes keys that those keys created. You can unlock each of them later."
      checked={isChosen}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

/** Says what happened to a key and to the keys that it created. */
export const changedWords = (name: string, done: string, lockedKeys: number): string =>
  lockedKeys === 0
    ? `“${name}” is ${done}`
    : `“${name}” is ${done}, and the ${keysOf(lockedKeys)} that it created ${lockedKeys === 1 ? "is" : "are"} locked`;
