import type { ShownChallenge } from "@/lib/domain/sign-in/challenge/shown-challenge";

export interface Advice {
  tone: "error" | "warning" | "info";
  /** What happened. */
  title: string;
  /** What it means and what to do next. */
  text: string;
}

type Facts = Pick<
  ShownChallenge,
  "state" | "delivery" | "deliveryAttempts" | "attempts" | "attemptsLeft"
>;

const askAgain = "Ask the user to request a new code.";
/** Why no operator can send a new code for an expired one. */
const pageIsOver =
  "You can’t send it for them: the page that requested this code no longer accepts any.";

/** What to say once the email no longer matters. */
const ofEndedCode: Partial<Record<ShownChallenge["state"], Advice>> = {
  verified: {
    tone: "info",
    title: "The code was entered and verified",
    text: "The user received this code. Nothing is left to do.",
  },
  replaced: {
    tone: "info",
    title: "A newer code replaced this one",
    text: "This code no longer works. The user must enter the one from the latest email.",
  },
  deleted: {
    tone: "info",
    title: "The code was deleted",
    text: `It no longer works. ${askAgain}`,
  },
  exhausted: {
    tone: "warning",
    title: "Wrong codes used up all attempts",
    text: `The code no longer works. ${askAgain}`,
  },
};

const enteredBeforeSent: Advice = {
  tone: "info",
  title: "The code was entered and verified",
  text: "It was entered before its email was sent, so the email was canceled. Nothing is left to do.",
};

/** How often a wrong code was entered. */
export const wrongCodesOf = ({
  attempts,
  attemptsLeft,
}: Pick<Facts, "attempts" | "attemptsLeft">) => attempts - attemptsLeft;

const times = (count: number) => (count === 1 ? "once" : `${count} times`);

const ofExpiredCode = (wrongCodes: number): Advice =>
  wrongCodes === 0
    ? {
        tone: "warning",
        title: "The code expired before anyone entered it",
        text:
          `${askAgain} If the new email doesn’t arrive either, check the spelling of the address and ` +
          "the spam folder: the email provider accepted this one.",
      }
    : {
        tone: "warning",
        title: `A wrong code was entered ${times(wrongCodes)}, then the code expired`,
        text: "Ask the user to request a new code, and to enter the one from the latest email.",
      };

const attempts = (count: number) => (count === 1 ? "1 attempt" : `${count} attempts`);

function ofEmail(facts: Facts, canReplace: boolean): Advice {
  const { state, delivery, deliveryAttempts } = facts;
  const next = canReplace ? "send a new code" : "ask the user to request a new code";
  switch (delivery) {
    case "queued":
      return {
        tone: "info",
        title: "The email is about to be sent",
        text: "Emails are usually sent within seconds. Reload this page to see the result.",
      };
    case "retrying":
      return {
        tone: "warning",
        title: `The email provider hasn’t accepted the email yet, after ${attempts(deliveryAttempts)}`,
        text:
          "It is retried until the code expires. Check the provider’s status page and the " +
          "delivery settings of this installation.",
      };
    case "accepted":
      if (state === "expired") return ofExpiredCode(wrongCodesOf(facts));
      return {
        tone: "info",
        title: "The email provider accepted the email",
        text:
          "Ask the user to check the spelling of the address and the spam folder. The provider’s " +
          "own log says what happened after it accepted the email. " +
          `If it doesn’t arrive, ${next}.`,
      };
    case "bounced":
      return {
        tone: "error",
        title: "The email bounced",
        text:
          "The email provider accepted it, and the mailbox’s server refused it. Check the spelling of " +
          `the address with the user. If it is right, ask them to check their mailbox. Then ${next}.`,
      };
    case "complained":
      return {
        tone: "warning",
        title: "The reader marked the email as spam",
        text:
          "Ask the user whether they requested the code. Look for the address on the provider’s " +
          "suppression list: while it is there, further emails don’t arrive.",
      };
    case "blocked":
      return {
        tone: "error",
        title: "The email wasn’t sent, because the mailbox bounced before",
        text:
          "No email is sent to a mailbox for a day after a permanent bounce. Check the spelling of the " +
          `address with the user. If the mailbox works again, ${next}${canReplace ? ": that also resumes emails to it" : ", after you have resumed emails to it"}.`,
      };
    case "refused":
      return {
        tone: "error",
        title: "The email provider refused the email",
        text:
          "Check the spelling of the address with the user. If it is right, look for the address " +
          `on the provider’s suppression list. Then ${next}.`,
      };
    case "expired":
      return {
        tone: "error",
        title: "The email wasn’t delivered in time",
        text: `${attempts(deliveryAttempts)} failed. Check the provider’s status page, then ${next}.`,
      };
    case "unwanted":
      return {
        tone: "warning",
        title: "The email was canceled before it was sent",
        text: `The tenancy was suspended, or the code was deleted. If the user still needs a code, ${next}.`,
      };
    case "none":
      return {
        tone: "info",
        title: "Your application sends this code itself",
        text:
          "Keystead sent no email, because the application’s request or the settings turned it off. " +
          "Ask your developers to look in the application’s log.",
      };
  }
}

/**
 * Returns what happened to a code and its email, and what to do next.
 * @param canReplace whether a new code would help
 */
export function deliveryAdvice(facts: Facts, canReplace: boolean): Advice {
  if (facts.state === "verified" && facts.delivery === "unwanted") return enteredBeforeSent;
  const advice = ofEndedCode[facts.state] ?? ofEmail(facts, canReplace);
  const isOver = facts.state === "expired" && facts.delivery !== "none";
  return isOver ? { ...advice, text: `${advice.text} ${pageIsOver}` } : advice;
}
