// What the form offers for rules with a choice. Before a colon is what a list shows.

export const modes = [
  { value: "off", label: "Off: accept every passkey" },
  { value: "monitor", label: "Monitor: accept, and record what would be refused" },
  { value: "enforce", label: "Enforce: refuse what breaks a rule" },
];

export const storages = [
  { value: "any", label: "Any" },
  { value: "device-bound", label: "Device-bound: never leaves its device" },
  { value: "synced", label: "Synced: can be on several devices" },
];

/** Of the minimum certification; "" is none. */
export const levels = [
  { value: "", label: "Any" },
  { value: "L1", label: "Level 1" },
  { value: "L1plus", label: "Level 1+" },
  { value: "L2", label: "Level 2" },
  { value: "L2plus", label: "Level 2+" },
  { value: "L3", label: "Level 3" },
  { value: "L3plus", label: "Level 3+" },
];

/** Returns the short name of a choice. */
export const choiceName = (
  choices: readonly { value: string; label: string }[],
  value: string,
): string => choices.find((choice) => choice.value === value)?.label.split(":")[0] ?? value;
