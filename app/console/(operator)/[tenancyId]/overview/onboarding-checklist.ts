import type { OnboardingChecklist } from "@/lib/domain/admin/tenancy/find-onboarding-checklist";

/** Values that the snippets contain. */
export interface SnippetTenancy {
  id: string;
  clientId: string;
  /** Origin of the service. */
  endpoint: string;
}

export interface Step {
  title: string;
  explanation: string;
  isDone: boolean;
  link?: { href: string; label: string };
  snippets: { label: string; code: string }[];
}

const environment = ({ id, clientId, endpoint }: SnippetTenancy) => `KEYSTEAD_URL=${endpoint}
KEYSTEAD_TENANCY_ID=${id}
KEYSTEAD_CLIENT_ID=${clientId}
KEYSTEAD_API_KEY=paste the key here`;

const registerCurl = ({
  id,
  endpoint,
}: SnippetTenancy) => `curl ${endpoint}/v2/${id}/passkey/registration/authorize \\
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"userId": "user-42", "username": "ada@example.com"}'`;

const registerServer = ({
  id,
  endpoint,
}: SnippetTenancy) => `const reply = await fetch("${endpoint}/v2/${id}/passkey/registration/authorize", {
  method: "POST",
  headers: { Authorization: \`Bearer \${process.env.KEYSTEAD_API_KEY}\`, "Content-Type": "application/json" },
  body: JSON.stringify({ userId: "user-42", username: "ada@example.com" }),
});
const { registrationToken } = await reply.json(); // send it to the page`;

const registerPage = ({ id, clientId, endpoint }: SnippetTenancy) => `<script type="module">
  import { Keystead } from "${endpoint}/client/v2.js";

  const keystead = new Keystead({ tenancyId: "${id}", clientId: "${clientId}" });
  const result = await keystead.registerPasskey({ registrationToken });
  if (result.success) await fetch("/session", { method: "POST", body: result.code });
</script>`;

const exchangeCurl = ({
  id,
  endpoint,
}: SnippetTenancy) => `curl ${endpoint}/v2/${id}/principal/$CODE \\
  -H "Authorization: Bearer $KEYSTEAD_API_KEY"`;

const exchangeServer = ({
  id,
  endpoint,
}: SnippetTenancy) => `const reply = await fetch(\`${endpoint}/v2/${id}/principal/\${code}\`, {
  headers: { Authorization: \`Bearer \${process.env.KEYSTEAD_API_KEY}\` },
});
const { user, passkey } = await reply.json(); // the signed-in user: start your session`;

const emailCurl = ({ id, endpoint }: SnippetTenancy) => `curl ${endpoint}/v2/${id}/challenges \\
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"purpose": "login", "email": "you@example.com"}'`;

const mailServer = ({
  id,
  endpoint,
}: SnippetTenancy) => `const reply = await fetch("${endpoint}/v2/${id}/challenges", {
  method: "POST",
  headers: { Authorization: \`Bearer \${process.env.KEYSTEAD_API_KEY}\`, "Content-Type": "application/json" },
  body: JSON.stringify({ purpose: "login", email: "you@example.com" }),
});
const { challenge } = await reply.json(); // keep challengeId and secret in the session`;

/** Returns the onboarding steps with snippets that contain this tenancy's ids. */
export function stepsOf(steps: OnboardingChecklist, tenancy: SnippetTenancy): Step[] {
  const path = `/console/${tenancy.id}`;
  return [
    {
      title: "Create the tenancy",
      explanation:
        "Its users, passkeys, keys and settings are separate from those of other tenancies.",
      isDone: true,
      link: { href: `${path}/settings`, label: "Open the settings" },
      snippets: [],
    },
    {
      title:
        steps.origins === "localhost"
          ? "Allow a page to sign users in: development allows http://localhost"
          : "Add your site’s origin",
      explanation: "Only pages on the origins that you list can sign users in.",
      isDone: steps.origins !== "none",
      link: { href: `${path}/settings/sites`, label: "Add an origin" },
      snippets: [],
    },
    {
      title: "Create an API key",
      explanation:
        "Your backend authenticates to the API with a key. The key is shown once: store it in your backend’s environment.",
      isDone: steps.hasKey,
      link: { href: `${path}/api-keys/new`, label: "Create a key" },
      snippets: [{ label: ".env", code: environment(tenancy) }],
    },
    {
      title: "Register the first passkey",
      explanation:
        "Your backend authorizes the registration, and the browser creates the passkey. " +
        "Send userId, the user’s id in your database, so that further passkeys reach the same user.",
      isDone: steps.hasPasskey,
      snippets: [
        { label: "curl", code: registerCurl(tenancy) },
        { label: "TypeScript, on your backend", code: registerServer(tenancy) },
        { label: "HTML, in the browser", code: registerPage(tenancy) },
      ],
    },
    {
      title: "Exchange the registration code",
      explanation:
        "The page receives a single-use code. Your backend exchanges it for the signed-in user.",
      isDone: steps.hasExchange,
      snippets: [
        { label: "curl", code: exchangeCurl(tenancy) },
        { label: "TypeScript, on your backend", code: exchangeServer(tenancy) },
      ],
    },
    {
      title: "Send the first code by email",
      explanation: "For users without a passkey on their device.",
      isDone: steps.hasEmail,
      link: { href: `${path}/settings/branding`, label: "Preview the email" },
      snippets: [
        { label: "curl", code: emailCurl(tenancy) },
        { label: "TypeScript, on your backend", code: mailServer(tenancy) },
      ],
    },
  ];
}
