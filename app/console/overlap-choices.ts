const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long what a rotation replaces still works, shortest first. Values are milliseconds. */
export const overlapChoices = (none: string) => [
  { value: "0", label: `No overlap: ${none}` },
  { value: String(hourMs), label: "1 hour" },
  { value: String(dayMs), label: "1 day" },
  { value: String(3 * dayMs), label: "3 days" },
  { value: String(7 * dayMs), label: "7 days" },
];

export const usualOverlap = String(dayMs);
