import { expect, test } from "vitest";
import type { challengeStates } from "@/lib/domain/sign-in/challenge/shown-challenge";
import { deliveryStates } from "@/lib/domain/user/email/delivery-state";
import { deliveryAdvice } from "./delivery-advice";

const adviceOf = (
  delivery: (typeof deliveryStates)[number],
  state: (typeof challengeStates)[number],
  canReplace = true,
  attemptsLeft = 5,
) =>
  deliveryAdvice({ delivery, state, deliveryAttempts: 2, attempts: 5, attemptsLeft }, canReplace);

test("every pending code has advice for the state of its email", () => {
  expect(
    Object.fromEntries(deliveryStates.map((each) => [each, adviceOf(each, "pending").title])),
  ).toEqual({
    queued: "The email is about to be sent",
    retrying: "The email provider hasn’t accepted the email yet, after 2 attempts",
    accepted: "The email provider accepted the email",
    bounced: "The email bounced",
    complained: "The reader marked the email as spam",
    blocked: "The email wasn’t sent, because the mailbox bounced before",
    refused: "The email provider refused the email",
    expired: "The email wasn’t delivered in time",
    unwanted: "The email was canceled before it was sent",
    none: "Your application sends this code itself",
  });
});

test("what ended the code comes before what happened to its email", () => {
  for (const each of deliveryStates) {
    expect(adviceOf(each, "verified").title).toBe("The code was entered and verified");
    expect(adviceOf(each, "exhausted").title).toBe("Wrong codes used up all attempts");
    expect(adviceOf(each, "replaced").title).toBe("A newer code replaced this one");
    expect(adviceOf(each, "deleted").title).toBe("The code was deleted");
  }
});

test("an expired code needs a new one, although its email was accepted", () => {
  const { title, text } = adviceOf("accepted", "expired");
  expect(title).toBe("The code expired before anyone entered it");
  expect(text).toContain("Ask the user to request a new code");
});

test("an expired code that was entered wrongly says how often, and nothing of the spam folder", () => {
  const { title, text } = adviceOf("accepted", "expired", true, 2);
  expect(title).toBe("A wrong code was entered 3 times, then the code expired");
  expect(text).not.toContain("spam");
  expect(adviceOf("accepted", "expired", true, 4).title).toContain("entered once, then");
});

test("an expired code says why no operator can send a new one, and a pending one doesn't", () => {
  const why = "You can’t send it for them";
  for (const each of deliveryStates) {
    expect(adviceOf(each, "expired", false).text.includes(why), each).toBe(each !== "none");
    expect(adviceOf(each, "pending", false).text, each).not.toContain(why);
  }
});

test("a code that was entered before its email was sent says why the email was canceled", () => {
  expect(adviceOf("unwanted", "verified").text).toContain("entered before its email was sent");
  expect(adviceOf("accepted", "verified").text).toContain("received this code");
});

test("a new code is advised only while it would work", () => {
  for (const each of ["accepted", "bounced", "blocked", "refused", "expired"] as const) {
    expect(adviceOf(each, "pending").text).toContain("send a new code");
    expect(adviceOf(each, "pending", false).text).toContain("ask the user to request a new code");
  }
});
