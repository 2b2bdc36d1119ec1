/** Why the email of a code did not arrive, and what an operator can do about it. */
export const deliveryReasons = {
  "Delivery.refused": {
    words: "The provider refused the email",
    advice:
      "The email provider doesn’t deliver to this address, so the user got no code. Check its " +
      "spelling with the user, and look for it on the provider’s suppression list. The email log " +
      "shows the provider’s answer.",
  },
  "Delivery.bounced": {
    words: "The mailbox’s server refused the email",
    advice:
      "Check the spelling of the address with the user. If it is right, ask them to check their " +
      "mailbox, or use another address. The email log shows the server’s answer.",
  },
  "Delivery.blocked": {
    words: "The email was not sent, because the mailbox bounced before",
    advice:
      "No email is sent to the mailbox for a day after a permanent bounce. If the mailbox works " +
      "again, resume emails to it on the user’s page or in the email log.",
  },
  "Delivery.expired": {
    words: "The email could not be delivered in time",
    advice:
      "The provider didn’t accept the email before the code expired. The email log shows its last " +
      "answer. Once the provider works again, ask the user to request a new code.",
  },
} as const;
