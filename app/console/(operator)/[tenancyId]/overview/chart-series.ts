export interface ActivityPoint {
  /** Start of the bucket in epoch milliseconds. */
  at: number;
  registrations: number;
  signIns: number;
  codes: number;
  refused: number;
}

export const series = [
  { key: "signIns", label: "Sign-ins", color: "var(--series-1)" },
  { key: "registrations", label: "Registrations", color: "var(--series-3)" },
  { key: "codes", label: "Codes verified", color: "var(--series-4)" },
  { key: "refused", label: "Refused requests", color: "var(--series-2)" },
] as const satisfies readonly { key: keyof ActivityPoint; label: string; color: string }[];
