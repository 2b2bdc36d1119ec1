import { CodeBlock } from "@/app/docs/code-block";
import { backendLines, pageLines } from "./code-lines";

const steps = [
  {
    name: "Your page asks for a passkey",
    what: "The browser prompts for a fingerprint, a face or a PIN. Keystead verifies the response.",
  },
  {
    name: "Your backend exchanges the code",
    what: "The code works once, within five minutes. The reply names the user and the passkey.",
  },
  {
    name: "Your application signs the user in",
    what: "It keeps its own sessions and its own user ids, as before.",
  },
];

function Steps() {
  return (
    <ol className="grid gap-7 md:grid-cols-3 md:gap-10 lg:grid-cols-1 lg:content-center">
      {steps.map(({ name, what }, index) => (
        <li key={name} className="flex gap-4">
          <span
            aria-hidden
            className={
              "flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft " +
              "text-sm font-semibold text-accent"
            }
          >
            {index + 1}
          </span>
          <div className="flex flex-col gap-1">
            <h3 className="font-medium">{name}</h3>
            <p className="text-sm text-pretty text-quiet">{what}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** What developers write, and what it does. */
export function SignInCode({ baseUrl }: { baseUrl: string }) {
  return (
    <section aria-labelledby="code" className="flex flex-col gap-6">
      <div className="flex max-w-2xl flex-col gap-3">
        <h2 id="code" className="text-2xl font-semibold tracking-tight">
          Twelve lines to sign a user in
        </h2>
        <p className="text-pretty text-quiet">
          Use Keystead’s sign-in page in your brand, or build your own with a small library in the
          page and one HTTP request from your backend, in any language.
        </p>
      </div>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-12">
        <div className="flex min-w-0 flex-col gap-4">
          <CodeBlock code={pageLines(baseUrl)} language="js" title="In your page" />
          <CodeBlock code={backendLines} language="js" title="In your backend" />
        </div>
        <Steps />
      </div>
    </section>
  );
}
