import type { OnboardingChecklist } from "@/lib/domain/activity/find-onboarding-checklist";

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
  -d '{"userId": "your own id of the user", "username": "ada@example.com"}'`;

const registerServer = ({
  id,
  endpoint,
}: SnippetTenancy) => `const reply = await fetch("${endpoint}/v2/${id}/passkey/registration/authorize", {
  method: "POST",
  headers: { Authorization: \`Bearer \${process.env.KEYSTEAD_API_KEY}\`, "Content-Type": "application/json" },
  body: JSON.stringify({ userId: "your own id of the user", username: "ada@example.com" }),
});
const { registrationToken } = await reply.json(); // hand it to the page`;

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
const { user, passkey } = await reply.json(); // who it was; begin your session`;

const mailCurl = ({ id, endpoint }: SnippetTenancy) => `curl ${endpoint}/v2/${id}/challenges \\
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
    { title: "Create the tenancy", explanation: "", isDone: true, snippets: [] },
    {
      title: "Say which pages may use it",
      explanation:
        "Browsers may sign people in from the origins that you list, and from nowhere else.",
      isDone: steps.hasOrigin,
      link: { href: `${path}/settings`, label: "Add an origin" },
      snippets: [],
    },
    {
      title: "Make an API key",
      explanation:
        "Your backend shows it with each call. It is shown once; keep it in the backend’s environment.",
      isDone: steps.hasKey,
      link: { href: `${path}/api-keys`, label: "Make a key" },
      snippets: [{ label: ".env", code: environment(tenancy) }],
    },
    {
      title: "Register the first passkey",
      explanation:
        "Your backend authorizes the registration, and the browser creates the passkey. " +
        "Always send userId: without it, a username that is an email address joins the " +
        "user who owns that address.",
      isDone: steps.hasPasskey,
      snippets: [
        { label: "curl", code: registerCurl(tenancy) },
        { label: "TypeScript, in the backend", code: registerServer(tenancy) },
        { label: "HTML, in the browser", code: registerPage(tenancy) },
      ],
    },
    {
      title: "Exchange the first code",
      explanation:
        "What the page gets from a registration or sign-in proves nothing until your backend exchanges it, once.",
      isDone: steps.hasExchange,
      snippets: [
        { label: "curl", code: exchangeCurl(tenancy) },
        { label: "TypeScript, in the backend", code: exchangeServer(tenancy) },
      ],
    },
    {
      title: "Send the first code by e-mail",
      explanation: "For people who have no passkey at hand.",
      isDone: steps.hasMail,
      link: { href: `${path}/settings/branding`, label: "Preview the email" },
      snippets: [
        { label: "curl", code: mailCurl(tenancy) },
        { label: "TypeScript, in the backend", code: mailServer(tenancy) },
      ],
    },
  ];
}
