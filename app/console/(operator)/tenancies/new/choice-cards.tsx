"use client";

import type { LucideIcon } from "lucide-react";

interface Choice<T extends string> {
  value: T;
  label: string;
  words: string;
  icon: LucideIcon;
}

interface Props<T extends string> {
  legend: string;
  name: string;
  choices: readonly Choice<T>[];
  value: T | undefined;
  onChoose: (value: T) => void;
}

/** One of a few choices, each with a sentence about it. */
export function ChoiceCards<T extends string>({
  legend,
  name,
  choices,
  value: chosen,
  onChoose,
}: Props<T>) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className={`grid gap-3 ${choices.length === 2 ? "sm:grid-cols-2" : "sm:grid-cols-3"}`}>
        {choices.map(({ value, label, words, icon: Icon }) => (
          <label
            key={value}
            className={
              "flex cursor-pointer flex-col gap-1.5 rounded-xl border border-control p-4 " +
              "has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 " +
              "has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            }
          >
            <span className="flex items-center gap-2 text-sm font-medium">
              <input
                type="radio"
                name={name}
                value={value}
                checked={chosen === value}
                onChange={() => onChoose(value)}
                className="sr-only"
              />
              <Icon aria-hidden className="size-4 text-accent" />
              {label}
            </span>
            <span className="text-sm text-pretty text-quiet">{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
