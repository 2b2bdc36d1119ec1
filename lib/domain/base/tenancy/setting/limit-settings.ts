import { limits } from "@/lib/limits";
import { card, number } from "./setting-kinds";

/** Settings → Codes and limits. `get-settings.ts` lists the limits that bound each other. */
export const limitSettings = {
  ...card("Emailed codes", "limits", {
    codeDigits: number({
      label: "Length (digits)",
      fullLabel: "Length of codes (digits)",
      help: "Longer codes are harder to guess.",
      unit: "digits",
      bounds: [6, 10],
      default: 6,
    }),
    codeMs: number({
      label: "Expires after (minutes)",
      fullLabel: "Codes expire after (minutes)",
      help: "Counted from the request.",
      option: "--code-lifetime",
      unit: "minutes",
      factor: 60_000,
      bounds: [60_000, 600_000],
      default: 600_000,
    }),
    codeAttempts: number({
      label: "Attempts per code",
      help: "After that many wrong codes, even the right one is refused.",
      unit: "attempts",
      bounds: [3, 10],
      default: 5,
    }),
  }),
  ...card("Code requests", "limits", {
    challengesPerTenMinutes: number({
      label: "In 10 minutes (codes)",
      fullLabel: "Codes per mailbox in 10 minutes",
      help:
        "Counted separately for your backend and for each visitor’s network. All visitors " +
        "together can request twice as many.",
      group: "Per mailbox",
      unit: "codes",
      bounds: [1, 1_000],
      default: 5,
    }),
    challengesPerDay: number({
      label: "In 24 hours (codes)",
      fullLabel: "Codes per mailbox in 24 hours",
      help: "Counted separately in the same way.",
      group: "Per mailbox",
      unit: "codes",
      bounds: [1, 10_000],
      default: 20,
    }),
    challengesPerHourCeiling: number({
      label: "In an hour (codes)",
      fullLabel: "Codes in an hour",
      help: "Visitors, who request codes on the hosted pages, can use at most half of them.",
      group: "Per tenancy",
      unit: "codes",
      bounds: [1, 10_000_000],
      default: 10_000,
    }),
  }),
  ...card("Requests from browsers", "limits", {
    optionsPerMinutePerAddress: number({
      label: "Starts (per minute)",
      fullLabel: "Starts per address and minute",
      help: "Registrations and sign-ins that one address begins. Ten times as many in development.",
      group: "Per address",
      unit: "starts",
      bounds: [1, 100_000],
      default: 30,
    }),
    verificationsPerMinutePerAddress: number({
      label: "Verifications (per minute)",
      fullLabel: "Verifications per address and minute",
      help: "Passkey responses that one address sends to finish them. Ten times as many in development.",
      group: "Per address",
      unit: "responses",
      bounds: [1, 100_000],
      default: 60,
    }),
    exchangesPerMinutePerAddress: number({
      label: "Token exchanges (per minute)",
      fullLabel: "Token exchanges per address and minute",
      help: "Tokens prepared by your backend that pages at one address exchange. Ten times as many in development.",
      group: "Per address",
      unit: "exchanges",
      bounds: [1, 100_000],
      default: 60,
    }),
    optionsPerMinute: number({
      label: "Starts of all addresses (per minute)",
      fullLabel: "Starts per minute",
      help:
        "One network (IPv4 /24 or IPv6 /48) gets at most 5 % of them. Registrations and " +
        "sign-ins that your backend authorized don’t count.",
      group: "Per tenancy",
      unit: "starts",
      bounds: [1, 10_000_000],
      default: 1_200,
    }),
  }),
  ...card("Activity", "limits", {
    timelineDays: number({
      label: "Keep activity for (days)",
      help: "Older activity is deleted. Erasing a user deletes theirs immediately.",
      unit: "days",
      bounds: [1, limits.timelineDaysMax],
      default: 30,
    }),
  }),
};
