interface Task {
  /** Continues "I want to …". */
  label: string;
  href: string;
}

/** What most readers come for, as the home page lists it. */
export const taskGroups: { title: string; tasks: Task[] }[] = [
  {
    title: "Sign users in",
    tasks: [
      { label: "Sign users in with a passkey", href: "/docs/guides/register-and-sign-in" },
      {
        label: "Sign users in with an emailed code",
        href: "/docs/guides/mailbox-codes#sign-in-with-a-code",
      },
      { label: "Sign users in without front-end code", href: "/docs/guides/hosted-pages" },
      { label: "Add passkeys to my application’s accounts", href: "/docs/guides/add-passkeys" },
      {
        label: "Add sign-in to an Express application",
        href: "/docs/guides/add-passkeys#a-complete-application-in-express",
      },
      { label: "Add sign-in to a Next.js application", href: "/docs/guides/nextjs" },
      { label: "Add sign-in to a Python application", href: "/docs/guides/python" },
      { label: "Find out in my backend who signed in", href: "/docs/guides/exchange-codes" },
      { label: "Confirm a payment with the passkey", href: "/docs/guides/step-up" },
      { label: "Understand an error", href: "/docs/api/errors" },
    ],
  },
  {
    title: "Manage accounts",
    tasks: [
      { label: "Verify an email address", href: "/docs/guides/mailbox-codes#verify-an-address" },
      { label: "Change a user’s email address", href: "/docs/guides/email-change" },
      { label: "Let users manage their passkeys", href: "/docs/guides/account-page" },
      { label: "Remove a passkey from the user’s devices", href: "/docs/guides/devices-in-step" },
      { label: "List, create or disable users over the API", href: "/docs/guides/manage-users" },
      { label: "Follow what happens to my users", href: "/docs/guides/react-to-events" },
      { label: "Delete a user’s account", href: "/docs/guides/delete-account" },
    ],
  },
  {
    title: "Run Keystead",
    tasks: [
      { label: "Help a user who can’t sign in", href: "/docs/guides/console#i-cant-sign-in" },
      { label: "Test my sign-in in CI", href: "/docs/guides/test-your-sign-in" },
      {
        label: "Allow Keystead in my Content-Security-Policy",
        href: "/docs/guides/content-security-policy",
      },
      { label: "Disable a user", href: "/docs/guides/command-line#user-disable" },
      { label: "Rotate an API key", href: "/docs/guides/console#rotate-an-api-key" },
      { label: "Raise a rate limit", href: "/docs/guides/configuration#codes-and-limits" },
      { label: "Set up email", href: "/docs/guides/production#email" },
      { label: "Move to another domain", href: "/docs/guides/moving-domains" },
      { label: "Import passkeys from another store", href: "/docs/guides/migrating" },
      {
        label: "Connect a client that I already have",
        href: "/docs/guides/bring-an-existing-client",
      },
    ],
  },
];
